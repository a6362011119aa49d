/* Locks. KIND is the one that is tested; LOCK and UNLOCK order its accesses. */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef LOCK
#define LOCK memory_order_acquire
#endif
#ifndef UNLOCK
#define UNLOCK memory_order_release
#endif

#if KIND == 1 /* Spins on an exchange. */
static atomic_int held;
static void acquire(void) { while (atomic_exchange_explicit(&held, 1, LOCK)); }
static void release(void) { atomic_store_explicit(&held, 0, UNLOCK); }
#elif KIND == 2 /* Looks before it tries. */
static atomic_int held;
static void acquire(void)
{
    do
        while (atomic_load_explicit(&held, memory_order_relaxed));
    while (atomic_exchange_explicit(&held, 1, LOCK));
}
static void release(void) { atomic_store_explicit(&held, 0, UNLOCK); }
#elif KIND == 3 /* Tickets. */
static atomic_int next, serving;
static void acquire(void)
{
    int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    while (atomic_load_explicit(&serving, LOCK) != ticket);
}
static void release(void)
{
    atomic_store_explicit(&serving, atomic_load_explicit(&serving, memory_order_relaxed) + 1, UNLOCK);
}
#elif KIND == 4 /* Does not exclude anybody. */
static atomic_int held;
static void acquire(void) { while (atomic_load_explicit(&held, LOCK)); atomic_store_explicit(&held, 1, memory_order_relaxed); }
static void release(void) { atomic_store_explicit(&held, 0, UNLOCK); }
#else
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void acquire(void) { pthread_mutex_lock(&mutex); }
static void release(void) { pthread_mutex_unlock(&mutex); }
#endif

RADDLE_OP(lock) { acquire(); return RADDLE_VOID; }
RADDLE_OP(unlock) { release(); return RADDLE_VOID; }

/* The client: what threads 1, 2 and 3 call. */
#ifndef T1
#define T1 op_lock(); op_unlock();
#endif
#ifndef T2
#define T2 op_lock(); op_unlock();
#endif
#ifndef T3
#define T3
#endif

static void *any(void *arg) { op_lock(); op_unlock(); return 0; }
static void *first(void *arg) { T1 return 0; }
static void *second(void *arg) { T2 return 0; }
static void *third(void *arg) { T3 return 0; }

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
#ifdef SYMMETRIC
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, any, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
#endif
}
