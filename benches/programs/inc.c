/* N threads increment one variable with a load and a store: updates may be lost. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

atomic_int x;

static void *worker(void *arg)
{
    int i = (intptr_t)arg;
    int r = atomic_load_explicit(&x, memory_order_relaxed);

    atomic_store_explicit(&x, r + (1 << i), memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
