// A thread sets a flag and wakes whoever waits for it at a futex. The kernel compares the word when the waiter is in its queue: a
// waiter that comes after the wake sees the flag.
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifdef BUG_WAKE_FIRST
#define ORDER(set, wake) wake; set
#else
#define ORDER(set, wake) set; wake
#endif

static atomic_int flag;

static void *setter(void *unused) {
    ORDER(atomic_store_explicit(&flag, 1, memory_order_relaxed), syscall(SYS_futex, &flag, FUTEX_WAKE, 1, NULL, NULL, 0));
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, setter, NULL);
    while (atomic_load_explicit(&flag, memory_order_relaxed) == 0)
        syscall(SYS_futex, &flag, FUTEX_WAIT, 0, NULL, NULL, 0);
    pthread_join(thread, NULL);
    return 0;
}
