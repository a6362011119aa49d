/* Thread i tries to move x from i-1 to i with a strong compare-exchange; a chain succeeds as far as the threads
 * come in turn.
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
    int expected = i - 1;

    atomic_compare_exchange_strong_explicit(&x, &expected, i, memory_order_relaxed, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i - 1], 0, worker, (void *)i);
    return 0;
}
