/* A ring of N threads that read their cell and write the next one, in four ways: without a dependency, with one, with an update of
 * a shared counter behind them, and with an update that adds what was read. With U updates 2^N U! executions, (2^N - 1) U! if the
 * threads cannot all read their neighbours' stores.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

atomic_int x[N], counter;

static void *worker(void *arg)
{
    int i = (intptr_t)arg;
    int r = atomic_load_explicit(&x[i], memory_order_relaxed);

    atomic_store_explicit(&x[(i + 1) % N], i % 4 == 1 ? r + 1 : 1, memory_order_relaxed);
    if (i % 4 >= 2)
        atomic_fetch_add_explicit(&counter, i % 4 == 2 ? 1 : r, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
