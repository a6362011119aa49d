/* T threads write and read a cell of their own, N times: one execution with 2NT events. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef T
#define T 10
#endif
#ifndef N
#define N 5000
#endif

atomic_int cell[T];

static void *worker(void *arg)
{
    intptr_t t = (intptr_t)arg;

    for (int i = 0; i < N; i++) {
        atomic_store_explicit(&cell[t], i, memory_order_release);
        atomic_load_explicit(&cell[t], memory_order_acquire);
    }
    return 0;
}

int main(void)
{
    pthread_t t[T];

    for (intptr_t i = 0; i < T; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < T; i++)
        pthread_join(t[i], 0);
    return 0;
}
