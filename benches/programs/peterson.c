/* Peterson's lock with release and acquire only, N times, waits as assumes: under sc it excludes (4 executions of one
 * time), under rc11 both threads may enter. The property is not asserted; executions are counted.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif

void __VERIFIER_assume(int);

atomic_int flag1, flag2, turn, x;

static void *first(void *arg)
{
    (void)arg;
    for (int n = 0; n < N; n++) {
        atomic_store_explicit(&flag1, 1, memory_order_release);
        atomic_store_explicit(&turn, 1, memory_order_release);
        __VERIFIER_assume(atomic_load_explicit(&flag2, memory_order_acquire) != 1 ||
                          atomic_load_explicit(&turn, memory_order_acquire) != 1);
        atomic_store_explicit(&x, 0, memory_order_release);
        atomic_load_explicit(&x, memory_order_acquire);
        atomic_store_explicit(&flag1, 0, memory_order_release);
    }
    return 0;
}

static void *second(void *arg)
{
    (void)arg;
    for (int n = 0; n < N; n++) {
        atomic_store_explicit(&flag2, 1, memory_order_release);
        atomic_store_explicit(&turn, 0, memory_order_release);
        __VERIFIER_assume(atomic_load_explicit(&flag1, memory_order_acquire) != 1 ||
                          atomic_load_explicit(&turn, memory_order_acquire) != 0);
        atomic_store_explicit(&x, 1, memory_order_release);
        atomic_load_explicit(&x, memory_order_acquire);
        atomic_store_explicit(&flag2, 0, memory_order_release);
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
