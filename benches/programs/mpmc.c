/* A bounded queue of many producers and consumers: tickets for cells, and sequence numbers that say whose turn it is.
 * N threads put one value in and take one out, waits as assumes.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif
#define SIZE 2

void __VERIFIER_assume(int);

atomic_uint turn[SIZE], value[SIZE], in, out;

static void put(unsigned what)
{
    unsigned ticket = atomic_fetch_add_explicit(&in, 1, memory_order_relaxed);

    __VERIFIER_assume(atomic_load_explicit(&turn[ticket % SIZE], memory_order_acquire) == ticket / SIZE * 2);
    atomic_store_explicit(&value[ticket % SIZE], what, memory_order_relaxed);
    atomic_store_explicit(&turn[ticket % SIZE], ticket / SIZE * 2 + 1, memory_order_release);
}

static unsigned get(void)
{
    unsigned ticket = atomic_fetch_add_explicit(&out, 1, memory_order_relaxed), what;

    __VERIFIER_assume(atomic_load_explicit(&turn[ticket % SIZE], memory_order_acquire) == ticket / SIZE * 2 + 1);
    what = atomic_load_explicit(&value[ticket % SIZE], memory_order_relaxed);
    atomic_store_explicit(&turn[ticket % SIZE], ticket / SIZE * 2 + 2, memory_order_release);
    return what;
}

static void *worker(void *arg)
{
    put(1 + (intptr_t)arg);
    get();
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
