/* A reader-writer lock in one word: the number of readers, or -1 for a writer.
 * BUG_RELAXED_READ_UNLOCK: a reader's accesses are not ordered before the next writer's.
 * BUG_WRITER_BARGES: the writer only looks out for another writer.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define READERS 2

#ifdef BUG_RELAXED_READ_UNLOCK
#define READ_UNLOCK memory_order_relaxed
#else
#define READ_UNLOCK memory_order_release
#endif

static atomic_int state;
static int first, second;

static void read_lock(void)
{
    int seen = atomic_load_explicit(&state, memory_order_relaxed);

    while (seen < 0 || !atomic_compare_exchange_strong_explicit(&state, &seen, seen + 1, memory_order_acquire,
                                                                 memory_order_relaxed))
        seen = atomic_load_explicit(&state, memory_order_relaxed);
}

static void read_unlock(void)
{
    atomic_fetch_sub_explicit(&state, 1, READ_UNLOCK);
}

static void write_lock(void)
{
    int expected;

    do {
        expected = 0;
#ifdef BUG_WRITER_BARGES
        while ((expected = atomic_load_explicit(&state, memory_order_relaxed)) < 0)
            ;
#endif
    } while (!atomic_compare_exchange_strong_explicit(&state, &expected, -1, memory_order_acquire,
                                                      memory_order_relaxed));
}

static void write_unlock(void)
{
    atomic_store_explicit(&state, 0, memory_order_release);
}

static void *writer(void *arg)
{
    (void)arg;
    write_lock();
    first++;
    second++;
    write_unlock();
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    read_lock();
    assert(first == second);
    read_unlock();
    return 0;
}

int main(void)
{
    pthread_t t[READERS + 1];

    pthread_create(&t[0], 0, writer, 0);
    for (int i = 1; i <= READERS; i++)
        pthread_create(&t[i], 0, reader, 0);
    for (int i = 0; i <= READERS; i++)
        pthread_join(t[i], 0);
    return 0;
}
