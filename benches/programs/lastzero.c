/* A reader looks for the last zero of an array, from its end, while N writers fill it. From the dynamic partial-
 * order reduction literature (Abdulla et al., POPL 2014).
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

atomic_int a[N + 1];

static void *reader(void *arg)
{
    (void)arg;
    for (int i = N; atomic_load_explicit(&a[i], memory_order_acquire) != 0; i--)
        ;
    return 0;
}

static void *writer(void *arg)
{
    int j = (intptr_t)arg;

    atomic_store_explicit(&a[j], atomic_load_explicit(&a[j - 1], memory_order_acquire) + 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    pthread_create(&t[0], 0, reader, 0);
    for (intptr_t j = 1; j <= N; j++)
        pthread_create(&t[j], 0, writer, (void *)j);
    return 0;
}
