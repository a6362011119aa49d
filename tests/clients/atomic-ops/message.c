// libatomic_ops: a message behind a flag, store buffering with full barriers, and a race for a place by compare-and-swap.
// -DBUG_RELAXED_STORE: the flag is set without release.
// -DBUG_NO_NOP_FULL: store buffering without the barrier.
// -DBUG_CHECK_THEN_SET: the place is taken by a look and a store.
#include <atomic_ops.h>
#include <assert.h>
#include <pthread.h>

static int message;
static volatile AO_t ready, place, flags[2], saw[2], won[2];

static void *talk(void *argument) {
    AO_t self = (AO_t)argument;
    if (self == 0) {
        message = 42;
#ifdef BUG_RELAXED_STORE
        AO_store(&ready, 1);
#else
        AO_store_release(&ready, 1);
#endif
    } else if (AO_load_acquire(&ready)) {
        assert(message == 42);
    }
    return NULL;
}

static void *compete(void *argument) {
    AO_t self = (AO_t)argument;
    AO_store(&flags[self], 1);
#ifndef BUG_NO_NOP_FULL
    AO_nop_full();
#endif
    saw[self] = AO_load(&flags[1 - self]);
#ifdef BUG_CHECK_THEN_SET
    if (AO_load(&place) == 0) {
        AO_store(&place, self + 1);
        won[self] = 1;
    }
#else
    won[self] = AO_compare_and_swap_full(&place, 0, self + 1);
#endif
    return NULL;
}

static void both(void *(*function)(void *)) {
    pthread_t threads[2];
    for (AO_t i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, function, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

int main(void) {
    both(talk);
    both(compete);
    assert(saw[0] || saw[1]);
    assert(!won[0] != !won[1]);
    assert(AO_fetch_compare_and_swap(&place, 5, 6) == (won[0] ? 1 : 2));
    AO_or(&place, 8);
    AO_and(&place, 8);
    assert(AO_load(&place) == 8 && AO_fetch_and_sub1(&place) == 8);
    return 0;
}
