/* A test-and-set spinlock: one compare-exchange to acquire, one release store to let go.
 * BUG_RELAXED_UNLOCK: the critical section is not published to the next owner.
 * BUG_SPLIT_TEST: the test and the set are two accesses, and two threads can pass the test.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

#ifdef BUG_RELAXED_UNLOCK
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

static atomic_int locked;
static int counter;

static void lock(void)
{
#ifdef BUG_SPLIT_TEST
    while (atomic_load_explicit(&locked, memory_order_acquire))
        ;
    atomic_store_explicit(&locked, 1, memory_order_relaxed);
#else
    int expected = 0;

    while (!atomic_compare_exchange_strong_explicit(&locked, &expected, 1, memory_order_acquire,
                                                    memory_order_relaxed))
        expected = 0;
#endif
}

static void unlock(void)
{
    atomic_store_explicit(&locked, 0, UNLOCK);
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
