/* N threads count under a lock, which they try to take ATTEMPTS times, or until they have it. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef RELAXED
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

atomic_int lock, counter;

static _Bool try_lock(void)
{
    int expected = 0;

    return atomic_compare_exchange_strong_explicit(&lock, &expected, 1, memory_order_acquire, memory_order_relaxed);
}

static void *worker(void *arg)
{
    _Bool locked = 0;
    int old;

    (void)arg;
#ifdef ATTEMPTS
    for (int i = 0; i < ATTEMPTS && !locked; i++)
        locked = try_lock();
    if (!locked)
        return 0;
#else
    while (!locked)
        locked = try_lock();
#endif
    old = atomic_load_explicit(&counter, memory_order_relaxed);
    atomic_store_explicit(&counter, old + 1, memory_order_relaxed);
    atomic_store_explicit(&lock, 0, UNLOCK);
    return (void *)1;
}

int main(void)
{
    pthread_t t[N];
    void *result;
    int counted = 0;

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], &result);
        counted += (intptr_t)result;
    }
    assert(atomic_load_explicit(&counter, memory_order_relaxed) == counted);
    return 0;
}
