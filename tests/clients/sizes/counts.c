// Two counts of 32 bits in one block, as smart pointers have them: who finds both to be 1, by one load of 64 bits, is the last one
// and need not count down.
//
// -DBUG_SHORTCUT   the shortcut looks at the first count only, and frees what an observer still uses
// -DBUG_RELAXED    counting down is relaxed: freeing may come before the other thread's last access
// -DBUG_HALF       the second count is not initialised
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef BUG_RELAXED
#define ACQ_REL __ATOMIC_RELAXED
#else
#define ACQ_REL __ATOMIC_ACQ_REL
#endif

struct block {
    uint32_t uses, observers;
    int value;
};

static void drop_observer(struct block *block)
{
    if (__atomic_fetch_sub(&block->observers, 1, ACQ_REL) == 1)
        free(block);
}

static void drop(struct block *block)
{
#ifdef BUG_SHORTCUT
    if (__atomic_load_n(&block->uses, __ATOMIC_ACQUIRE) == 1) {
#else
    if (__atomic_load_n((uint64_t *)block, __ATOMIC_ACQUIRE) == 0x100000001) {
#endif
        free(block);
        return;
    }
    if (__atomic_fetch_sub(&block->uses, 1, ACQ_REL) == 1)
        drop_observer(block);
}

static void *user(void *block)
{
    __atomic_store_n(&((struct block *)block)->value, 1, __ATOMIC_RELAXED);
    drop(block);
    return 0;
}

static void *observer(void *block)
{
    drop_observer(block);
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    struct block *block = aligned_alloc(8, 16);
    block->uses = 2;
#ifndef BUG_HALF
    block->observers = 2;
#endif
    pthread_create(&threads[0], 0, user, block);
    pthread_create(&threads[1], 0, user, block);
    pthread_create(&threads[2], 0, observer, block);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
