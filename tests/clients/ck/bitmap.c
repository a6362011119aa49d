// ck_bitmap: threads claim bits; each bit is claimed once, and what was written before a bit was set is seen by who finds it set.
// -DBUG_TEST_THEN_SET: a bit is claimed by looking first and setting then.
// -DBUG_NO_FENCE: the reader relies on the bit alone, without a fence behind it.
#include <assert.h>
#include <ck_bitmap.h>
#include <pthread.h>

CK_BITMAP_INSTANCE(128) static bitmap;
static int claimed[2];
static int message;

static bool claim(unsigned int bit) {
#ifdef BUG_TEST_THEN_SET
    if (CK_BITMAP_TEST(&bitmap, bit))
        return false;
    CK_BITMAP_SET(&bitmap, bit);
    return true;
#else
    return !CK_BITMAP_BTS(&bitmap, bit);
#endif
}

static void *run(void *argument) {
    long self = (long)argument;
    claimed[self] = claim(70);
    if (self == 0) {
        message = 42;
        ck_pr_fence_store_atomic();
        CK_BITMAP_SET(&bitmap, 3);
    } else if (CK_BITMAP_TEST(&bitmap, 3)) {
#ifndef BUG_NO_FENCE
        ck_pr_fence_load();
#endif
        assert(message == 42);
    }
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    CK_BITMAP_INIT(&bitmap, 128, false);
    for (long i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(claimed[0] + claimed[1] == 1);
    assert(CK_BITMAP_TEST(&bitmap, 70) && CK_BITMAP_TEST(&bitmap, 3) && !CK_BITMAP_TEST(&bitmap, 71));
    return 0;
}
