/* N threads increment one counter, and beside them two threads buffer loads: N! orders of the updates, each with 4 executions
 * of the two, or with 3 if they cannot both read the other's store.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

atomic_int x, y, z;

static void *worker(void *arg)
{
    (void)arg;
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
    return 0;
}

static void *left(void *arg)
{
    (void)arg;
    atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&z, 1, memory_order_relaxed);
    return 0;
}

static void *right(void *arg)
{
    (void)arg;
    atomic_load_explicit(&z, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[N + 2];

    pthread_create(&t[0], 0, left, 0);
    pthread_create(&t[1], 0, right, 0);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i + 2], 0, worker, (void *)i);
    return 0;
}
