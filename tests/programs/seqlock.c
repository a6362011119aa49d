/* A sequence lock with fences, as in Boehm, Can Seqlocks Get Along with Programming Language Memory Models? (MSPC 2012).
 * BUG_NO_READER_FENCE: the second look at the sequence number may be older than the data.
 * BUG_NO_WRITER_FENCE: the data may be seen before the number that announces it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef WRITES
#define WRITES 2
#endif

static atomic_uint sequence;
static atomic_int first, second;

static void *writer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= WRITES; i++) {
        unsigned s = atomic_load_explicit(&sequence, memory_order_relaxed);

        atomic_store_explicit(&sequence, s + 1, memory_order_relaxed);
#ifndef BUG_NO_WRITER_FENCE
        atomic_thread_fence(memory_order_release);
#endif
        atomic_store_explicit(&first, i, memory_order_relaxed);
        atomic_store_explicit(&second, i, memory_order_relaxed);
        atomic_store_explicit(&sequence, s + 2, memory_order_release);
    }
    return 0;
}

static void *reader(void *arg)
{
    unsigned before, after;
    int a, b;

    (void)arg;
    do {
        before = atomic_load_explicit(&sequence, memory_order_acquire);
        a = atomic_load_explicit(&first, memory_order_relaxed);
        b = atomic_load_explicit(&second, memory_order_relaxed);
#ifndef BUG_NO_READER_FENCE
        atomic_thread_fence(memory_order_acquire);
#endif
        after = atomic_load_explicit(&sequence, memory_order_relaxed);
    } while (before != after || before % 2);
    assert(a == b);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
