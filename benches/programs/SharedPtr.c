/* Two threads point a shared pointer at one cell each, load the other cell N times, and add 3 to what the
 * pointer then refers to: 4N + 10 executions.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 100
#endif

atomic_int x = 3, y = 4;
_Atomic(atomic_int *) p;

static void update(void)
{
    atomic_int *t = atomic_load_explicit(&p, memory_order_acquire);

    atomic_store_explicit(t, atomic_load_explicit(t, memory_order_acquire) + 3, memory_order_release);
}

static void *first(void *arg)
{
    (void)arg;
    atomic_store_explicit(&p, &y, memory_order_release);
    for (int i = 0; i < N; i++)
        atomic_load_explicit(&x, memory_order_acquire);
    update();
    return 0;
}

static void *second(void *arg)
{
    (void)arg;
    atomic_store_explicit(&p, &x, memory_order_release);
    for (int i = 0; i < N; i++)
        atomic_load_explicit(&y, memory_order_acquire);
    update();
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    return 0;
}
