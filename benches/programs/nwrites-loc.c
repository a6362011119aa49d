/* N threads write one location: N! coherence orders. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

atomic_int x;

static void *writer(void *arg)
{
    atomic_store_explicit(&x, 1 + (intptr_t)arg, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, writer, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
