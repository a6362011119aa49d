// The spin locks of Concurrency Kit: threads increment a plain counter under a lock, and nothing is lost.
// -DLOCK_fas, _cas, _ticket, _dec, _mcs, _clh, _anderson, _hclh choose the lock; -DTHREADS=N how many threads.
// -DBUG_FORGOTTEN_UNLOCK: the lock is never given back (the others wait for good).
// -DBUG_NO_LOCK: one thread increments without the lock.
// -DBUG_READ_AFTER_UNLOCK: a thread looks at the counter after it gave the lock back.
#include <assert.h>
#include <ck_spinlock.h>
#include <pthread.h>

#ifndef THREADS
#define THREADS 2
#endif

static int counter;

#if defined(LOCK_cas)
static ck_spinlock_cas_t lock = CK_SPINLOCK_CAS_INITIALIZER;
static void take(long self) { (void)self, ck_spinlock_cas_lock(&lock); }
static void give(long self) { (void)self, ck_spinlock_cas_unlock(&lock); }
#elif defined(LOCK_ticket)
static ck_spinlock_ticket_t lock = CK_SPINLOCK_TICKET_INITIALIZER;
static void take(long self) { (void)self, ck_spinlock_ticket_lock(&lock); }
static void give(long self) { (void)self, ck_spinlock_ticket_unlock(&lock); }
#elif defined(LOCK_dec)
static ck_spinlock_dec_t lock = CK_SPINLOCK_DEC_INITIALIZER;
static void take(long self) { (void)self, ck_spinlock_dec_lock(&lock); }
static void give(long self) { (void)self, ck_spinlock_dec_unlock(&lock); }
#elif defined(LOCK_mcs)
static ck_spinlock_mcs_t lock = CK_SPINLOCK_MCS_INITIALIZER;
static ck_spinlock_mcs_context_t nodes[THREADS];
static void take(long self) { ck_spinlock_mcs_lock(&lock, &nodes[self]); }
static void give(long self) { ck_spinlock_mcs_unlock(&lock, &nodes[self]); }
#elif defined(LOCK_clh)
static ck_spinlock_clh_t nodes[THREADS + 1], *lock = &nodes[THREADS], *mine[THREADS];
static void take(long self) { ck_spinlock_clh_lock(&lock, mine[self] = &nodes[self]); }
static void give(long self) { ck_spinlock_clh_unlock(&mine[self]); }
#elif defined(LOCK_hclh)
static ck_spinlock_hclh_t nodes[THREADS], unowned, near, *lock = &unowned, *local = &near, *mine[THREADS];
static void take(long self) { ck_spinlock_hclh_lock(&lock, &local, mine[self] = &nodes[self]); }
static void give(long self) { ck_spinlock_hclh_unlock(&mine[self]); }
#elif defined(LOCK_anderson)
static ck_spinlock_anderson_t lock;
static ck_spinlock_anderson_thread_t slots[THREADS], *mine[THREADS];
static void take(long self) { ck_spinlock_anderson_lock(&lock, &mine[self]); }
static void give(long self) { ck_spinlock_anderson_unlock(&lock, mine[self]); }
#else
static ck_spinlock_fas_t lock = CK_SPINLOCK_FAS_INITIALIZER;
static void take(long self) { (void)self, ck_spinlock_fas_lock(&lock); }
static void give(long self) { (void)self, ck_spinlock_fas_unlock(&lock); }
#endif

static void *run(void *argument) {
    long self = (long)argument;
#ifdef BUG_NO_LOCK
    if (self == 0) {
        counter++;
        return NULL;
    }
#endif
    take(self);
    int mine = ++counter;
#ifndef BUG_FORGOTTEN_UNLOCK
    give(self);
#endif
#ifdef BUG_READ_AFTER_UNLOCK
    assert(counter == mine);
#endif
    (void)mine;
    return NULL;
}

int main(void) {
    pthread_t threads[THREADS];
#if defined(LOCK_anderson)
    ck_spinlock_anderson_init(&lock, slots, THREADS);
#elif defined(LOCK_hclh)
    ck_spinlock_hclh_init(&lock, &unowned, -1);
    ck_spinlock_hclh_init(&local, &near, 0);
#endif
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    assert(counter == THREADS);
    return 0;
}
