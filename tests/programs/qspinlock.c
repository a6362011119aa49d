/* A lock in the manner of Linux's qspinlock (without its queue): one word with a `locked' byte and a `pending' byte. The
 * word is updated as a whole, but the owner stores only its byte, and the pending thread only the lower half.
 * BUG_RELAXED_UNLOCK: the byte store does not release.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 2
#endif

#define LOCKED 0x001u
#define PENDING 0x100u

#ifdef BUG_RELAXED_UNLOCK
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

static union {
    atomic_uint word;
    atomic_ushort locked_pending; /* little-endian: the lower half, and its lower byte */
    atomic_uchar locked;
} lockword;

static int counter;

static int try_change(unsigned from, unsigned to)
{
    return atomic_compare_exchange_strong_explicit(&lockword.word, &from, to, memory_order_acquire,
                                                   memory_order_relaxed);
}

static void lock(void)
{
    for (;;) {
        if (try_change(0, LOCKED))
            return;
        if (try_change(LOCKED, LOCKED | PENDING))
            break;
    }
    while (atomic_load_explicit(&lockword.locked, memory_order_acquire))
        ;
    atomic_store_explicit(&lockword.locked_pending, LOCKED, memory_order_relaxed);
}

static void unlock(void)
{
    atomic_store_explicit(&lockword.locked, 0, UNLOCK);
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
