/* N pairs of threads that buffer loads: 4^N executions, or 3^N if the two threads of a pair cannot both read the other's store. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

atomic_int x[2 * N];

static void *worker(void *arg)
{
    int i = (intptr_t)arg;

    atomic_load_explicit(&x[i], memory_order_relaxed);
    atomic_store_explicit(&x[i ^ 1], 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[2 * N];

    for (intptr_t i = 0; i < 2 * N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
