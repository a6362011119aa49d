/* A ring for one producer and one consumer (Lamport, Specifying Concurrent Program Modules, TOPLAS 1983) with release and
 * acquire.
 * BUG_RELAXED_TAIL: the item is not published. BUG_RELAXED_HEAD: a slot is reused while its item is still being read.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define SIZE 2u
#define ITEMS 3

#ifdef BUG_RELAXED_TAIL
#define TAIL memory_order_relaxed
#else
#define TAIL memory_order_release
#endif

#ifdef BUG_RELAXED_HEAD
#define HEAD memory_order_relaxed
#else
#define HEAD memory_order_release
#endif

static int ring[SIZE];
static atomic_uint head, tail;

static void *producer(void *arg)
{
    (void)arg;
    for (unsigned at = 0; at < ITEMS; at++) {
        while (at - atomic_load_explicit(&head, memory_order_acquire) == SIZE)
            ;
        ring[at % SIZE] = at + 1;
        atomic_store_explicit(&tail, at + 1, TAIL);
    }
    return 0;
}

static void *consumer(void *arg)
{
    (void)arg;
    for (unsigned at = 0; at < ITEMS; at++) {
        while (atomic_load_explicit(&tail, memory_order_acquire) == at)
            ;
        assert(ring[at % SIZE] == (int)at + 1);
        atomic_store_explicit(&head, at + 1, HEAD);
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, producer, 0);
    pthread_create(&t[1], 0, consumer, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
