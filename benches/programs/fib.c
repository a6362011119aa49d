/* Two threads add each other's number to their own, N times; no order of the additions exceeds the Fibonacci
 * number that strict alternation gives (144 for N = 5). From SV-COMP's pthread category.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 4
#endif

#define LIMIT 144

atomic_int x = 1, y = 1;

static void *first(void *arg)
{
    (void)arg;
    for (int i = 0; i < N; i++) {
        int a = atomic_load_explicit(&x, memory_order_acquire);
        int b = atomic_load_explicit(&y, memory_order_acquire);

        atomic_store_explicit(&x, a + b, memory_order_release);
    }
    return 0;
}

static void *second(void *arg)
{
    (void)arg;
    for (int i = 0; i < N; i++) {
        int a = atomic_load_explicit(&x, memory_order_acquire);
        int b = atomic_load_explicit(&y, memory_order_acquire);

        atomic_store_explicit(&y, a + b, memory_order_release);
    }
    return 0;
}

static void *judge(void *arg)
{
    (void)arg;
    if (atomic_load_explicit(&x, memory_order_acquire) > LIMIT ||
        atomic_load_explicit(&y, memory_order_acquire) > LIMIT)
        assert(0);
    return 0;
}

int main(void)
{
    pthread_t t[3];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_create(&t[2], 0, judge, 0);
    return 0;
}
