// An event that threads wait for: the setter stores 1 and wakes everybody. The system compares the word and puts the
// thread to sleep in one step, so that no wake-up is lost between the two.
//
// -DBUG_WAKE_FIRST    the setter wakes before it stores: who goes to sleep in between is never woken
// -DBUG_WAKE_ONE      only one of two waiters is woken
// -DBUG_STALE         the waiter expects the value 1 in the word: it does not wait at all, and may find no message
// -DBUG_RELAXED       the word is read and written with relaxed order: being woken does not publish the message
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef BUG_RELAXED
#define ACQUIRE memory_order_relaxed
#define RELEASE memory_order_relaxed
#else
#define ACQUIRE memory_order_acquire
#define RELEASE memory_order_release
#endif

static atomic_int event;
static int message;

static void *waiter(void *unused)
{
#ifdef BUG_STALE
    syscall(SYS_futex, &event, FUTEX_WAIT, 1, 0, 0, 0);
#else
    while (atomic_load_explicit(&event, ACQUIRE) == 0) {
        long result = syscall(SYS_futex, &event, FUTEX_WAIT, 0, 0, 0, 0);
        assert(result == 0 || (result == -1 && errno == EAGAIN));
    }
#endif
    assert(message == 42);
    return 0;
}

static void *setter(void *unused)
{
    message = 42;
#ifdef BUG_WAKE_FIRST
    syscall(SYS_futex, &event, FUTEX_WAKE, INT_MAX, 0, 0, 0);
#endif
    atomic_store_explicit(&event, 1, RELEASE);
#ifdef BUG_WAKE_ONE
    long woken = syscall(SYS_futex, &event, FUTEX_WAKE, 1, 0, 0, 0);
    assert(woken <= 1);
#elif !defined BUG_WAKE_FIRST
    long woken = syscall(SYS_futex, &event, FUTEX_WAKE, INT_MAX, 0, 0, 0);
    assert(woken <= 2);
#endif
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, waiter, 0);
    pthread_create(&threads[1], 0, waiter, 0);
    pthread_create(&threads[2], 0, setter, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
