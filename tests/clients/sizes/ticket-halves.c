// A ticket lock in a word of 32 bits: the number that is served and the next one to draw are its halves. Drawing updates the whole,
// waiting reads a half, and leaving updates a half.
//
// -DSTORE          leaving stores the half instead of updating it: only the owner does
// -DBUG_CARRY      leaving adds to the whole word: when the numbers wrap, the carry draws a ticket
// -DBUG_RELAXED    leaving is relaxed: the next owner does not see what was done
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifdef BUG_RELAXED
#define RELEASE __ATOMIC_RELAXED
#else
#define RELEASE __ATOMIC_RELEASE
#endif

static union {
    uint32_t whole;
    struct {
        uint16_t served, next;
    };
} lock_word;
static int counter;

static void lock(void)
{
    uint32_t before = __atomic_fetch_add(&lock_word.whole, 0x10000, __ATOMIC_ACQUIRE);
    uint16_t mine = before >> 16;
    while (__atomic_load_n(&lock_word.served, __ATOMIC_ACQUIRE) != mine)
        ;
}

static void unlock(void)
{
#if defined BUG_CARRY
    __atomic_fetch_add(&lock_word.whole, 1, RELEASE);
#elif defined STORE
    uint16_t now = __atomic_load_n(&lock_word.served, __ATOMIC_RELAXED);
    __atomic_store_n(&lock_word.served, now + 1, RELEASE);
#else
    __atomic_fetch_add(&lock_word.served, 1, RELEASE);
#endif
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
    pthread_t threads[2];
    // So that numbers wrap.
    lock_word.served = 0xffff;
    lock_word.next = 0xffff;
    pthread_create(&threads[0], 0, count, 0);
    pthread_create(&threads[1], 0, count, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(counter == 2);
    assert(lock_word.served == lock_word.next);
    return 0;
}
