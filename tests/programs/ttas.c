/* A test-and-test-and-set lock (Rudolph and Segall, 1984): waits with plain loads, tries only when the lock looks free.
 * BUG_RELAXED_LOCK: the successful compare-exchange does not acquire what the last owner released.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

#ifdef BUG_RELAXED_LOCK
#define LOCK memory_order_relaxed
#else
#define LOCK memory_order_acquire
#endif

static atomic_int locked;
static int counter;

static void lock(void)
{
    int expected;

    do {
        while (atomic_load_explicit(&locked, memory_order_relaxed))
            ;
        expected = 0;
    } while (!atomic_compare_exchange_strong_explicit(&locked, &expected, 1, LOCK, memory_order_relaxed));
}

static void unlock(void)
{
    atomic_store_explicit(&locked, 0, memory_order_release);
}

static void *worker(void *arg)
{
    (void)arg;
    lock();
    counter++;
    unlock();
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == N);
    return 0;
}
