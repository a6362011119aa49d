/* Two threads sieve the same array of N numbers, which stand for 2, 3, and so on. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 5
#endif

atomic_int a[N];

static void *worker(void *arg)
{
    (void)arg;
    for (int i = 0; i < N; i++) {
        if (atomic_load_explicit(&a[i], memory_order_acquire) == 0) {
            atomic_store_explicit(&a[i], 1, memory_order_release);
            for (int j = 2 * i + 2; j < N; j += i + 2)
                atomic_store_explicit(&a[j], 2, memory_order_release);
        }
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
