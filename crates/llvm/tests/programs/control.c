/* Every way to get from one statement to another. */
#include <assert.h>

static int cases(int x)
{
    switch (x) {
    case 1:
        return 10;
    case 2:
    case 3:
        return 20;
    case 7:
        x = 30;
        /* fallthrough */
    default:
        return x;
    }
}

static int gotos(int n)
{
    int i = 0, s = 0;

again:
    if (i < n) {
        s += i;
        i++;
        goto again;
    }
    return s;
}

/* A loop with two entries. */
static int irreducible(int n, int start)
{
    int s = 0;

    if (start)
        goto b;
a:
    s += 1;
    if (s > n)
        return s;
b:
    s += 10;
    if (s > n)
        return s;
    goto a;
}

static int computed(int x)
{
    static void *table[] = {&&zero, &&one, &&two};

    goto *table[x];
zero:
    return 100;
one:
    return 101;
two:
    return 102;
}

/* Values that change places. */
static int rotate(int n)
{
    int a = 1, b = 2, c = 3;

    for (int i = 0; i < n; i++) {
        int t = a;

        a = b;
        b = c;
        c = t;
    }
    return a * 100 + b * 10 + c;
}

static int swap(int n)
{
    int a = 1, b = 2;

    while (n-- > 0) {
        int t = a;

        a = b;
        b = t;
    }
    return a * 10 + b;
}

static int odd(int n);

static int even(int n)
{
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(int n)
{
    return n == 0 ? 0 : even(n - 1);
}

static int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}

static int counter(void)
{
    static int c = 5;

    return c++;
}

/* Nobody looks at the result, so that there need not be one. */
static int nothing(int *p)
{
    *p = 3;
}

static int nested(int n)
{
    int found = 0;

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i * j == 12)
                found++;
            if (j > i)
                break;
            if ((i + j) % 2)
                continue;
            found += 100;
        }
    return found;
}

int main(int argc, char **argv)
{
    int r = 0, q;

    assert(argc == 1 && argv[0] && !argv[1]);
    assert(cases(1) == 10 && cases(3) == 20 && cases(7) == 30 && cases(99) == 99);
    assert(gotos(10) == 45 && irreducible(30, 0) == 33 && irreducible(30, 1) == 32);
    assert(computed(0) == 100 && computed(1) == 101 && computed(2) == 102);
    assert(swap(3) == 21 && swap(4) == 12 && rotate(1) == 231 && rotate(3) == 123);
    assert(even(10) && !odd(10) && fib(15) == 610 && nested(7) == 1603);
    counter();
    assert(counter() == 6);
    nothing(&r);
    assert(r == 3);
    do {
        r++;
        if (r == 4)
            continue;
        if (r == 6)
            break;
    } while (r < 10);
    for (int i = 0, j = 10; i < j; i++, j--)
        r += i;
    assert(r == 16);
    q = argc > 0 ? (argc > 5 ? 1 : 2) : 3;
    assert(q == 2 && ((argc && r) || 0) && (q == 3 || r == 16));
    return 0;
}
