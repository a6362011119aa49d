// Readers have a byte each in a word of 64 bits; the writer looks at all of them at once.
//
// -DBUG_NO_FENCE     a reader stores its byte and looks for the writer without a fence in between
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static union {
    _Atomic uint64_t all;
    _Atomic uint8_t one[8];
} readers;
static atomic_int writer;
static int data;

static void *read(void *number)
{
    _Atomic uint8_t *mine = &readers.one[(intptr_t)number];
    atomic_exchange_explicit(mine, 1, memory_order_relaxed);
#ifndef BUG_NO_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    if (!atomic_load_explicit(&writer, memory_order_acquire)) {
        int seen = data;
        assert(seen == 0 || seen == 1);
    }
    atomic_fetch_and_explicit(mine, 0, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, read, (void *)0);
    pthread_create(&threads[1], 0, read, (void *)5);
    atomic_store_explicit(&writer, 1, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&readers.all, memory_order_acquire) == 0)
        data = 1;
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
