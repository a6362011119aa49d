/* A thread goes on for long if it reads what it reads in no execution: what it would do then is looked for, and ends nothing. With REAL it
 * does so in an execution with load buffering.
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int p, x, y, z;

static int load(atomic_int *from)
{
    return atomic_load_explicit(from, memory_order_relaxed);
}

static void store(atomic_int *to, int value)
{
    atomic_store_explicit(to, value, memory_order_relaxed);
}

static void *first(void *arg)
{
    int r = load(&x), q = load(&p);

    store(&y, 1);
    /* So many that it is this thread that waits. */
    for (int i = 3; i <= 8; i++)
        store(&y, i);
#ifdef REAL
    q = 2;
#endif
    if (r == 2 && q == 2)
        for (int i = 0; i < 400; i++)
            store(&z, i);
    return 0;
}

static void *second(void *arg)
{
    store(&x, 1 + (load(&y) == 1));
    return 0;
}

static void *third(void *arg)
{
    int s = load(&x), v = load(&y);

    store(&p, s == 1 && v == 1 ? 2 : 1);
    return 0;
}

int main(void)
{
    pthread_t a, b, c;

    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_create(&c, 0, third, 0);
    return 0;
}
