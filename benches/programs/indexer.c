/* N threads insert four words each into an open hash table of 128 cells; only from 12 threads on do they
 * collide. From Flanagan and Godefroid, Dynamic Partial-Order Reduction (POPL 2005).
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 12
#endif

#define SIZE 128

atomic_int table[SIZE];

static void *worker(void *arg)
{
    int t = (intptr_t)arg;

    for (int i = 0; i < 4; i++) {
        int w = 11 * i + t;
        int h = (7 * w) % SIZE;
        int expected = 0;

        while (!atomic_compare_exchange_strong_explicit(&table[h], &expected, w, memory_order_relaxed,
                                                        memory_order_relaxed)) {
            h = (h + 1) % SIZE;
            expected = 0;
        }
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
