// A compare-exchange that fails tells its thread that a message is there. On most machines its load has the order of success.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#ifndef SUCCESS
#define SUCCESS memory_order_acquire
#endif
#ifndef FAILURE
#define FAILURE memory_order_relaxed
#endif

atomic_int flag, data;

static void *writer(void *unused)
{
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return unused;
}

static void *reader(void *unused)
{
    int expected = 2;
#ifdef WEAK
    bool stored = atomic_compare_exchange_weak_explicit(&flag, &expected, 3, SUCCESS, FAILURE);
#else
    bool stored = atomic_compare_exchange_strong_explicit(&flag, &expected, 3, SUCCESS, FAILURE);
#endif
    if (!stored && expected == 1)
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
