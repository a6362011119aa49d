// A mutex of three states over a futex: 0 free, 1 held, 2 held and somebody may sleep. N threads count under it.
//
// -DBUG_LOST_WAKE     unlocking forgets the sleepers: it wakes only if it finds 1, the state without any
// -DBUG_NO_MARK       a thread goes to sleep without saying so: nobody wakes it
// -DBUG_TWO_STATES    who wakes up takes the mutex as if nobody else slept: with three threads one sleeps for good
// -DBUG_RELAXED       the word is accessed with relaxed order only: the counter is not protected
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef N
#define N 2
#endif

#ifdef BUG_RELAXED
#define ACQUIRE memory_order_relaxed
#define RELEASE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#endif

static atomic_int word;
static int counter;

static long futex(atomic_int *address, int operation, int value)
{
    return syscall(SYS_futex, address, operation, value, 0, 0, 0);
}

static void lock(void)
{
    int seen = 0;
    if (atomic_compare_exchange_strong_explicit(&word, &seen, 1, ACQUIRE, memory_order_relaxed))
        return;
#if defined BUG_NO_MARK || defined BUG_TWO_STATES
#ifdef BUG_TWO_STATES
    if (seen != 2)
        seen = atomic_exchange_explicit(&word, 2, ACQUIRE);
#endif
    while (seen != 0) {
        futex(&word, FUTEX_WAIT_PRIVATE, seen);
        seen = 0;
        atomic_compare_exchange_strong_explicit(&word, &seen, 1, ACQUIRE, memory_order_relaxed);
    }
#else
    if (seen != 2)
        seen = atomic_exchange_explicit(&word, 2, ACQUIRE);
    while (seen != 0) {
        futex(&word, FUTEX_WAIT_PRIVATE, 2);
        seen = atomic_exchange_explicit(&word, 2, ACQUIRE);
    }
#endif
}

static void unlock(void)
{
    int before = atomic_exchange_explicit(&word, 0, RELEASE);
#ifdef BUG_LOST_WAKE
    if (before == 1)
#else
    if (before == 2)
#endif
        futex(&word, FUTEX_WAKE_PRIVATE, 1);
}

static void *count(void *unused)
{
    lock();
    counter++;
    unlock();
    return 0;
}

int main(void)
{
    pthread_t threads[N];
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, count, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    assert(counter == N);
    return 0;
}
