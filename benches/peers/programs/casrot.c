/* Thread i tries to move x from i-1 to i; a chain succeeds as far as the threads come in turn. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x;

static void *worker(void *arg)
{
    int i = (intptr_t)arg;
    int expected = i - 1;

    return (void *)(intptr_t)atomic_compare_exchange_strong_explicit(&x, &expected, i, memory_order_relaxed,
                                                                     memory_order_relaxed);
}

int main(void)
{
    pthread_t t[N];
    void *moved;
    int moves = 0;

    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i - 1], 0, worker, (void *)i);
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], &moved);
        moves += (intptr_t)moved;
    }
    assert(atomic_load_explicit(&x, memory_order_relaxed) == moves);
    return 0;
}
