/* N compare-exchanges of a value that another thread stores: N 2^(N-1) + 1 executions. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

atomic_int x;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store_explicit(&x, 2, memory_order_release);
    return 0;
}

static void *worker(void *arg)
{
    int expected = 2;

    (void)arg;
    atomic_compare_exchange_strong_explicit(&x, &expected, 3, memory_order_relaxed, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    pthread_create(&t[0], 0, writer, 0);
    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
