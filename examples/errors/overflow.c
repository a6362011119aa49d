/* Signed arithmetic overflows, but only if the increment comes after the other thread's store.
 *
 *     raddle check examples/errors/overflow.c
 *     error[overflow]: ...
 */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int total;

static void *saturate(void *arg)
{
    (void)arg;
    atomic_store_explicit(&total, INT_MAX, memory_order_relaxed);
    return 0;
}

static void *increment(void *arg)
{
    int old = atomic_load_explicit(&total, memory_order_relaxed);

    (void)arg;
    atomic_store_explicit(&total, old + 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, saturate, 0);
    pthread_create(&t[1], 0, increment, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
