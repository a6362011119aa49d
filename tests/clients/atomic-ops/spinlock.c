// libatomic_ops: a spin lock of test-and-set, and a counter beside it that needs no lock.
// -DBUG_PLAIN_CLEAR: the lock is given back by an ordinary store.
// -DBUG_LOAD_STORE: the counter is incremented by a load and a store.
// -DBUG_FORGOTTEN_CLEAR: the lock is never given back.
#include <atomic_ops.h>
#include <assert.h>
#include <pthread.h>

static volatile AO_TS_t lock = AO_TS_INITIALIZER;
static volatile AO_t counter;
static volatile unsigned char small;
static int guarded;

static void *run(void *argument) {
    (void)argument;
    while (AO_test_and_set_acquire(&lock) == AO_TS_SET)
        continue;
    guarded++;
#if defined(BUG_PLAIN_CLEAR)
    *(AO_TS_t *)&lock = AO_TS_CLEAR;
#elif !defined(BUG_FORGOTTEN_CLEAR)
    AO_CLEAR(&lock);
#endif
#ifdef BUG_LOAD_STORE
    AO_store(&counter, AO_load(&counter) + 1);
#else
    AO_fetch_and_add1(&counter);
#endif
    AO_char_fetch_and_add(&small, 2);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(guarded == 2 && AO_load(&counter) == 2 && AO_char_load(&small) == 4);
    return 0;
}
