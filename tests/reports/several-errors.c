/* One error hides another unless all are asked for. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int plain;
static atomic_int x, y;

static void *left(void *arg)
{
    plain = 1;
    atomic_store(&x, 1);
    assert(atomic_load(&y) == 0);
    return arg;
}

static void *right(void *arg)
{
    plain = 2;
    atomic_store(&y, 1);
    assert(atomic_load(&x) == 0);
    return arg;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, left, 0);
    pthread_create(&threads[1], 0, right, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
