/* N threads add to one variable with a load and a store: updates may be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x;

static void *worker(void *arg)
{
    int old = atomic_load_explicit(&x, memory_order_relaxed);

    atomic_store_explicit(&x, old + (1 << (intptr_t)arg), memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N];
    int sum;

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    sum = atomic_load_explicit(&x, memory_order_relaxed);
    assert(0 < sum && sum < 1 << N);
    return 0;
}
