/* A thread that is not known before another one has ended. The first accesses a word of its child's stack whole and in parts;
 * the second shares two halves of a word of its own stack with its child, which are accessed in parts only and so may be
 * reordered. -DBUG_RELAXED: nothing orders them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef BUG_RELAXED
#define RELEASE memory_order_relaxed
#define ACQUIRE memory_order_relaxed
#else
#define RELEASE memory_order_release
#define ACQUIRE memory_order_acquire
#endif

union word {
    _Atomic uint32_t whole;
    _Atomic uint16_t half[2];
};

struct message {
    _Alignas(4) _Atomic uint16_t data;
    _Atomic uint16_t flag;
};

static void run(void *(*function)(void *), void *arg)
{
    pthread_t thread;
    pthread_create(&thread, 0, function, arg);
    pthread_join(thread, 0);
}

static void *sets_half(void *arg)
{
    union word *word = arg;
    atomic_store_explicit(&word->half[0], 1, memory_order_relaxed);
    return 0;
}

static void *reads_whole(void *arg)
{
    union word word;
    pthread_t thread;
    (void)arg;
    atomic_init(&word.whole, 0);
    pthread_create(&thread, 0, sets_half, &word);
    assert(atomic_load_explicit(&word.whole, memory_order_relaxed) <= 1);
    pthread_join(thread, 0);
    return 0;
}

static void *first(void *arg)
{
    run(reads_whole, arg);
    return 0;
}

static void *receives(void *arg)
{
    struct message *message = arg;
    if (atomic_load_explicit(&message->flag, ACQUIRE))
        assert(atomic_load_explicit(&message->data, memory_order_relaxed));
    return 0;
}

static void *second(void *arg)
{
    struct message message;
    pthread_t thread;
    (void)arg;
    atomic_init(&message.data, 0);
    atomic_init(&message.flag, 0);
    pthread_create(&thread, 0, receives, &message);
    atomic_store_explicit(&message.data, 1, memory_order_relaxed);
    atomic_store_explicit(&message.flag, 1, RELEASE);
    pthread_join(thread, 0);
    return 0;
}

int main(void)
{
    run(first, 0);
    run(second, 0);
    return 0;
}
