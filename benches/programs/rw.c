/* N threads load a variable and store to it; what is stored does not depend on what was loaded. */
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

    atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&x, i, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
