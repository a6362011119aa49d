/* Memory that a thread allocates for another. Each macro but the last passes the pointer on without an order: the other thread
 * may use the object before its life begins. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#if defined BUG_READ || defined BUG_WRITE || defined BUG_UPDATE || defined BUG_FREE || defined BUG_STACK || defined BUG_ACQUIRE || \
    defined BUG_WAIT || defined ALLOWED_UPDATE
#define PASS memory_order_relaxed
#define TAKE memory_order_relaxed
#else
#define PASS memory_order_release
#define TAKE memory_order_acquire
#endif

static _Atomic(atomic_int *) shared;

static void *maker(void *arg)
{
#ifdef BUG_STACK
    atomic_int local;
    atomic_int *p = &local;
    atomic_store_explicit(p, 0, memory_order_relaxed);
#elif defined BUG_FREE
    atomic_int *p = malloc(sizeof *p);
#else
    atomic_int *p = calloc(1, sizeof *p);
#endif
#ifdef ALLOWED_UPDATE
    /* Whoever updates it afterwards reads this, and is ordered by that. */
    atomic_fetch_add_explicit(p, 1, memory_order_acq_rel);
#elif defined BUG_ACQUIRE || defined BUG_WAIT
    atomic_store_explicit(p, 1, memory_order_release);
#endif
    atomic_store_explicit(&shared, p, PASS);
#ifdef BUG_STACK
    pthread_join(*(pthread_t *)arg, 0);
#endif
    return 0;
}

static void *user(void *arg)
{
    atomic_int *p = atomic_load_explicit(&shared, TAKE);

    (void)arg;
    if (!p)
        return 0;
#if defined BUG_WRITE
    atomic_store_explicit(p, 1, memory_order_relaxed);
#elif defined BUG_UPDATE || defined ALLOWED_UPDATE
    atomic_fetch_add_explicit(p, 1, memory_order_acq_rel);
#elif defined BUG_FREE
    free(p);
#elif defined BUG_ACQUIRE
    (void)atomic_load_explicit(p, memory_order_acquire);
#elif defined BUG_WAIT
    while (!atomic_load_explicit(p, memory_order_acquire))
        ;
#else
    (void)atomic_load_explicit(p, memory_order_relaxed);
#endif
    return 0;
}

int main(void)
{
    pthread_t m, u;

    pthread_create(&u, 0, user, 0);
    pthread_create(&m, 0, maker, &u);
    pthread_join(m, 0);
#ifndef BUG_STACK
    pthread_join(u, 0);
#endif
    return 0;
}
