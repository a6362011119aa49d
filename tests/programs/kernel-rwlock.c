/* The reader-writer lock of older kernels: it counts down from a bias, and an attempt that fails undoes its own decrement and waits until
 * the lock may be free. What a failed attempt does others see, so a retry is no iteration that leads nowhere; but each waits for
 * somebody else, so there are finitely many. R threads read and W threads write. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef R
#define R 1
#endif
#ifndef W
#define W 2
#endif
#define BIAS 0x100000

static atomic_int lock = BIAS;
static int data;

static void *reader(void *arg)
{
    (void)arg;
    while (atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire) <= 0) {
        atomic_fetch_add_explicit(&lock, 1, memory_order_relaxed);
        while (atomic_load_explicit(&lock, memory_order_relaxed) <= 0)
            ;
    }
    int seen = data;
    assert(seen == data);
    atomic_fetch_add_explicit(&lock, 1, memory_order_release);
    return 0;
}

static void *writer(void *arg)
{
    (void)arg;
    while (atomic_fetch_sub_explicit(&lock, BIAS, memory_order_acquire) != BIAS) {
        atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
        while (atomic_load_explicit(&lock, memory_order_relaxed) != BIAS)
            ;
    }
    data++;
    atomic_fetch_add_explicit(&lock, BIAS, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t threads[R + W];

    for (int i = 0; i < R + W; i++)
        pthread_create(&threads[i], 0, i < R ? reader : writer, 0);
    for (int i = 0; i < R + W; i++)
        pthread_join(threads[i], 0);
    return 0;
}
