/* Two writers of x that look at the other threads' y and z before they read x again; N-1 threads write y and z. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

atomic_int x, y, z;

static void *first(void *arg)
{
    (void)arg;
    atomic_store_explicit(&x, 1, memory_order_release);
    atomic_load_explicit(&y, memory_order_acquire);
    atomic_load_explicit(&x, memory_order_acquire);
    return 0;
}

static void *second(void *arg)
{
    (void)arg;
    atomic_store_explicit(&x, 2, memory_order_release);
    atomic_load_explicit(&z, memory_order_acquire);
    atomic_load_explicit(&x, memory_order_acquire);
    return 0;
}

static void *writer(void *arg)
{
    int i = (intptr_t)arg;

    atomic_store_explicit(&y, i, memory_order_release);
    atomic_store_explicit(&z, i, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    for (intptr_t i = 0; i <= N - 2; i++)
        pthread_create(&t[i + 2], 0, writer, (void *)i);
    return 0;
}
