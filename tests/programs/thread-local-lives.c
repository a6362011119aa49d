/* A thread uses a thread-local variable of another one, which waits for that before it ends; one way not to wait for each macro. */
#include <pthread.h>
#include <stdatomic.h>

static _Thread_local atomic_int own;
static _Atomic(atomic_int *) shared;
static atomic_int used, third;

#ifdef BUG_RELAXED
#define USED memory_order_relaxed
#else
#define USED memory_order_release
#endif

static void leave(void)
{
    pthread_exit(0);
}

static void *owner(void *arg)
{
    (void)arg;
    atomic_store(&own, 1);
    atomic_store_explicit(&shared, &own, memory_order_release);
#ifndef BUG_NO_WAIT
    while (!atomic_load_explicit(&used, memory_order_acquire))
        ;
#endif
#ifdef EXIT_IN_CALL
    leave();
#endif
    (void)leave;
    return 0;
}

static void *user(void *arg)
{
    atomic_int *p = atomic_load_explicit(&shared, memory_order_acquire);

    (void)arg;
#if defined BUG_AFTER_JOIN_OF_OTHER
    if (p)
        atomic_store_explicit(&used, 1, USED);
    if (atomic_load_explicit(&third, memory_order_acquire) && p)
        atomic_fetch_add_explicit(p, 1, memory_order_relaxed);
#elif defined BUG_AFTER_SIGNAL
    if (p) {
        atomic_store_explicit(&used, 1, USED);
        atomic_fetch_add_explicit(p, 1, memory_order_relaxed);
    }
#else
    if (p)
        atomic_fetch_add_explicit(p, 1, memory_order_relaxed);
    atomic_store_explicit(&used, 1, USED);
#endif
    if (!p)
        atomic_store_explicit(&used, 1, USED);
    return 0;
}

int main(void)
{
    pthread_t o, u;

    pthread_create(&o, 0, owner, 0);
    pthread_create(&u, 0, user, 0);
    pthread_join(o, 0);
    atomic_store_explicit(&third, 1, memory_order_release);
    pthread_join(u, 0);
    return 0;
}
