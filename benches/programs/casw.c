/* N threads with a compare-exchange and then a store to the same variable: many modification orders, few ways to
 * read (mo and wb counts differ).
 */
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
    int expected = 0;

    atomic_compare_exchange_strong_explicit(&x, &expected, 1, memory_order_relaxed, memory_order_relaxed);
    atomic_store_explicit(&x, i + 3, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
