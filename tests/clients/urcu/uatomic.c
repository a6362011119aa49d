// uatomic: operations of all sizes by two threads, and messages with the barriers of liburcu.
// -DBUG_READ_SET: a counter is incremented by a read and a set.
// -DBUG_NO_MB: store buffering without the barrier.
// -DBUG_NO_WMB: a message is sent without a barrier between it and the flag.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <urcu/compiler.h>
#include <urcu/system.h>
#include <urcu/uatomic.h>

static uint8_t bytes;
static uint16_t shorts;
static int words, flags[2], saw[2], ready, message;
static unsigned long longs, winner;

static void *run(void *argument) {
    long self = (long)argument;
    uatomic_inc(&bytes);
    uatomic_add(&shorts, 300);
#ifdef BUG_READ_SET
    uatomic_set(&words, uatomic_read(&words) + 1);
#else
    int after = uatomic_add_return(&words, 1);
    assert(after == 1 || after == 2);
#endif
    uatomic_or(&longs, 1ul << (40 * self));
    uatomic_cmpxchg(&winner, 0, self + 1);
    return NULL;
}

static void *talk(void *argument) {
    long self = (long)argument;
    CMM_STORE_SHARED(flags[self], 1);
#ifndef BUG_NO_MB
    cmm_smp_mb();
#endif
    saw[self] = CMM_LOAD_SHARED(flags[1 - self]);
    if (self == 0) {
        CMM_STORE_SHARED(message, 42);
#ifndef BUG_NO_WMB
        cmm_smp_wmb();
#endif
        CMM_STORE_SHARED(ready, 1);
    } else if (CMM_LOAD_SHARED(ready)) {
        cmm_smp_rmb();
        assert(CMM_LOAD_SHARED(message) == 42);
    }
    return NULL;
}

static void both(void *(*function)(void *)) {
    pthread_t threads[2];
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, function, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
}

int main(void) {
    both(run);
    assert(bytes == 2 && shorts == 600 && words == 2 && longs == (1ul << 40 | 1));
    assert(winner == 1 || winner == 2);
    both(talk);
    assert(saw[0] || saw[1]);
    // One thread is left: what the operations give back.
    assert(uatomic_xchg(&words, 7) == 2 && uatomic_sub_return(&words, 3) == 4);
    assert(uatomic_cmpxchg(&words, 1, 2) == 4 && uatomic_cmpxchg(&words, 4, -1) == 4 && words == -1);
    uatomic_dec(&words);
    uatomic_and(&longs, 1ul << 40);
    assert(words == -2 && longs == 1ul << 40);
    return 0;
}
