/* Stack slots of sizes that are not known before the program runs, and slots that others come to know. */
#include <alloca.h>
#include <assert.h>
#include <string.h>

static int *shared;

static int squares(int n)
{
    int v[n], s = 0;

    for (int i = 0; i < n; i++)
        v[i] = i * i;
    for (int i = 0; i < n; i++) {
        char w[i + 1];

        memset(w, 1, i + 1);
        for (int j = 0; j <= i; j++)
            s += w[j];
        s += v[i];
    }
    return s;
}

static int read_shared(void)
{
    return *shared;
}

static int escaping(int n)
{
    int x = n, v[n + 1];

    shared = &x;
    x++;
    n = read_shared();
    for (int i = 0; i < 3; i++) {
        int w[i + 1];

        w[i] = i;
        shared = &w[i];
        n += read_shared();
    }
    v[0] = n;
    shared = v;
    n = read_shared();
    shared = 0;
    return n;
}

static int dynamic(int n)
{
    char *a = alloca(n);

    memset(a, 7, n);
    return a[n - 1] + a[0];
}

int main(void)
{
    assert(squares(5) == 45 && escaping(4) == 8 && dynamic(11) == 14);
    return 0;
}
