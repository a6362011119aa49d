/* A store among N increments of the same variable: (N+1)! executions. */
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
    atomic_store_explicit(&x, 42, memory_order_release);
    return 0;
}

static void *worker(void *arg)
{
    (void)arg;
    atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
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
