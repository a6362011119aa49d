/* A thread that parks until another unparks it, as runtimes do it: a permit, which park may find set without sleeping, and
 * a flag by which a sleeper is told apart. The parked thread looks up to L times.
 */
#include <pthread.h>
#include <stdatomic.h>

#ifndef L
#define L 2
#endif

atomic_int permit, sleeping, wakeup, condition;

static void park(void)
{
    if (atomic_exchange_explicit(&permit, 0, memory_order_acq_rel))
        return;
    atomic_store_explicit(&sleeping, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (!atomic_load_explicit(&permit, memory_order_relaxed))
        for (int i = 0; i < L; i++)
            if (atomic_load_explicit(&wakeup, memory_order_acquire))
                break;
    atomic_store_explicit(&sleeping, 0, memory_order_relaxed);
    atomic_store_explicit(&permit, 0, memory_order_relaxed);
}

static void unpark(void)
{
    atomic_store_explicit(&permit, 1, memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&sleeping, memory_order_relaxed))
        atomic_store_explicit(&wakeup, 1, memory_order_release);
}

static void *waiter(void *arg)
{
    (void)arg;
    for (int i = 0; i < L && !atomic_load_explicit(&condition, memory_order_acquire); i++)
        park();
    return 0;
}

static void *waker(void *arg)
{
    (void)arg;
    atomic_store_explicit(&condition, 1, memory_order_release);
    unpark();
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, waiter, 0);
    pthread_create(&t[1], 0, waker, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
