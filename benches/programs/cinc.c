/* N threads increment three counters, one after the other: (N!)^3 orders of the updates. */
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
    atomic_fetch_add_explicit(&y, 1, memory_order_relaxed);
    atomic_fetch_add_explicit(&z, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
