/* N threads increment a variable under a mutex: N! orders of the critical sections. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&m);
    int r = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, r + 1, memory_order_relaxed);
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
