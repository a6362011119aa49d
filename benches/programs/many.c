/* Two threads write N locations, half of them each, and main reads them all: one execution. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 10000
#endif

atomic_int cell[N];

static void *worker(void *arg)
{
    for (intptr_t i = (intptr_t)arg; i < N; i += 2)
        atomic_store_explicit(&cell[i], 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < N; i++)
        assert(atomic_load_explicit(&cell[i], memory_order_relaxed) == 1);
    return 0;
}
