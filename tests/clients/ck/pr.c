// ck_pr: counters, bits, exchanges and compare-and-swaps of all sizes by two threads, and messages between them.
// -DBUG_LOAD_STORE: a counter is incremented by a load and a store.
// -DBUG_NO_FENCE: store buffering without the fence of stores with loads.
// -DBUG_PLAIN: one thread counts without ck_pr.
#include <assert.h>
#include <ck_pr.h>
#include <pthread.h>
#include <stdint.h>

static uint8_t bytes;
static uint16_t shorts;
static uint32_t words;
static uint64_t longs, mask;
static int negative = 1, winners, flags[2], saw[2];
static void *pointer;

static void *run(void *argument) {
    long self = (long)argument;
    ck_pr_inc_8(&bytes);
    ck_pr_add_16(&shorts, 300);
#ifdef BUG_LOAD_STORE
    ck_pr_store_32(&words, ck_pr_load_32(&words) + 1);
#elif defined(BUG_PLAIN)
    if (self == 0)
        words++;
    else
        ck_pr_faa_32(&words, 1);
#else
    ck_pr_faa_32(&words, 1);
#endif
    return NULL;
}

static void *finish(void *argument) {
    long self = (long)argument;
    ck_pr_or_64(&mask, UINT64_C(1) << (40 * self));
    if (ck_pr_cas_ptr(&pointer, NULL, &flags[self]))
        ck_pr_inc_int(&winners);
    ck_pr_store_int(&flags[self], 1);
#ifndef BUG_NO_FENCE
    ck_pr_fence_store_load();
#endif
    saw[self] = ck_pr_load_int(&flags[1 - self]);
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
    assert(bytes == 2 && shorts == 600 && words == 2);
    both(finish);
    assert(mask == (UINT64_C(1) << 40 | 1) && winners == 1);
    assert(saw[0] || saw[1]);
    // One thread is left: what the operations give back.
    bool zero;
    assert(ck_pr_fas_32(&words, 7) == 2 && ck_pr_load_32(&words) == 7);
    uint32_t old;
    assert(!ck_pr_cas_32_value(&words, 1, 2, &old) && old == 7 && ck_pr_cas_32(&words, 7, 1));
    zero = ck_pr_dec_32_is_zero(&words);
    assert(zero && words == 0);
    ck_pr_neg_int(&negative);
    assert(negative == -1);
    ck_pr_not_int(&negative);
    assert(negative == 0);
    assert(!ck_pr_bts_64(&longs, 33) && ck_pr_bts_64(&longs, 33) && longs == UINT64_C(1) << 33);
    assert(ck_pr_btr_64(&longs, 33) && !ck_pr_btc_64(&longs, 1) && longs == 2);
    return 0;
}
