// The reader-writer locks of Concurrency Kit: a writer keeps two plain variables equal, a reader sees them equal.
// -DLOCK_rwlock, _brlock, _pflock, _tflock, _swlock, _bytelock choose the lock; -DREADERS=N how many readers.
// -DBUG_READER_WRITES: the reader changes what it may only read.
// -DBUG_WRITER_READ_LOCKS: the writer takes the lock as a reader does.
// -DBUG_FORGOTTEN_UNLOCK: the reader never gives the lock back, and the writer waits for good.
#include <assert.h>
#include <pthread.h>

#ifndef READERS
#define READERS 1
#endif

#if defined(LOCK_brlock)
#include <ck_brlock.h>
static ck_brlock_t lock = CK_BRLOCK_INITIALIZER;
static ck_brlock_reader_t readers[READERS + 1];
static void write_lock(void) { ck_brlock_write_lock(&lock); }
static void write_unlock(void) { ck_brlock_write_unlock(&lock); }
static void read_lock(long self) { ck_brlock_read_lock(&lock, &readers[self]); }
static void read_unlock(long self) { ck_brlock_read_unlock(&readers[self]); }
static void set_up(void) {
    for (int i = 0; i <= READERS; i++)
        ck_brlock_read_register(&lock, &readers[i]);
}
#elif defined(LOCK_pflock)
#include <ck_pflock.h>
static ck_pflock_t lock = CK_PFLOCK_INITIALIZER;
static void write_lock(void) { ck_pflock_write_lock(&lock); }
static void write_unlock(void) { ck_pflock_write_unlock(&lock); }
static void read_lock(long self) { (void)self, ck_pflock_read_lock(&lock); }
static void read_unlock(long self) { (void)self, ck_pflock_read_unlock(&lock); }
static void set_up(void) {}
#elif defined(LOCK_tflock)
#include <ck_tflock.h>
static ck_tflock_ticket_t lock = CK_TFLOCK_TICKET_INITIALIZER;
static void write_lock(void) { ck_tflock_ticket_write_lock(&lock); }
static void write_unlock(void) { ck_tflock_ticket_write_unlock(&lock); }
static void read_lock(long self) { (void)self, ck_tflock_ticket_read_lock(&lock); }
static void read_unlock(long self) { (void)self, ck_tflock_ticket_read_unlock(&lock); }
static void set_up(void) {}
#elif defined(LOCK_swlock)
#include <ck_swlock.h>
static ck_swlock_t lock = CK_SWLOCK_INITIALIZER;
static void write_lock(void) { ck_swlock_write_lock(&lock); }
static void write_unlock(void) { ck_swlock_write_unlock(&lock); }
static void read_lock(long self) { (void)self, ck_swlock_read_lock(&lock); }
static void read_unlock(long self) { (void)self, ck_swlock_read_unlock(&lock); }
static void set_up(void) {}
#elif defined(LOCK_bytelock)
#include <ck_bytelock.h>
static ck_bytelock_t lock = CK_BYTELOCK_INITIALIZER;
// Slots are numbered from 1.
static void write_lock(void) { ck_bytelock_write_lock(&lock, READERS + 1); }
static void write_unlock(void) { ck_bytelock_write_unlock(&lock); }
static void read_lock(long self) { ck_bytelock_read_lock(&lock, self + 1); }
static void read_unlock(long self) { ck_bytelock_read_unlock(&lock, self + 1); }
static void set_up(void) {}
#else
#include <ck_rwlock.h>
static ck_rwlock_t lock = CK_RWLOCK_INITIALIZER;
static void write_lock(void) { ck_rwlock_write_lock(&lock); }
static void write_unlock(void) { ck_rwlock_write_unlock(&lock); }
static void read_lock(long self) { (void)self, ck_rwlock_read_lock(&lock); }
static void read_unlock(long self) { (void)self, ck_rwlock_read_unlock(&lock); }
static void set_up(void) {}
#endif

static int first, second;

static void *reader(void *argument) {
    long self = (long)argument;
    read_lock(self);
#ifdef BUG_READER_WRITES
    first++;
#else
    assert(first == second);
#endif
#ifndef BUG_FORGOTTEN_UNLOCK
    read_unlock(self);
#endif
    return NULL;
}

static void *writer(void *argument) {
    (void)argument;
#ifdef BUG_WRITER_READ_LOCKS
    read_lock(READERS);
#else
    write_lock();
#endif
    first++;
    second++;
#ifdef BUG_WRITER_READ_LOCKS
    read_unlock(READERS);
#else
    write_unlock();
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[READERS], last;
    set_up();
    for (long i = 0; i < READERS; i++)
        pthread_create(&threads[i], NULL, reader, (void *)i);
    pthread_create(&last, NULL, writer, NULL);
    for (int i = 0; i < READERS; i++)
        pthread_join(threads[i], NULL);
    pthread_join(last, NULL);
#ifdef BUG_READER_WRITES
    assert(first == READERS + 1);
#else
    assert(first == 1);
#endif
    return 0;
}
