/* One reader and N+1 writers of one variable: (N+2)(N+1)! executions by modification order, N+2 by reads-from. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

atomic_int x;

static void *reader(void *arg)
{
    (void)arg;
    atomic_load_explicit(&x, memory_order_acquire);
    return 0;
}

static void *writer(void *arg)
{
    int i = (intptr_t)arg;

    atomic_store_explicit(&x, i, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N + 2];

    pthread_create(&t[0], 0, reader, 0);
    for (intptr_t i = 0; i <= N; i++)
        pthread_create(&t[i + 1], 0, writer, (void *)i);
    return 0;
}
