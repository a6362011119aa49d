/* A queue between one producer and one consumer: a ring of two cells and two counters. The counters are all that the two
 * threads share besides the cells, and each is written by one of them only. Both wait in loops: the checker explores what
 * they wait for, not how often they look.
 *
 *     raddle check examples/ring.c
 *     ok: no errors in ...
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define CELLS 2
#define ITEMS 3

static int ring[CELLS];
static atomic_uint produced, consumed;

static void put(int item)
{
    unsigned position = atomic_load_explicit(&produced, memory_order_relaxed);

    while (position - atomic_load_explicit(&consumed, memory_order_acquire) == CELLS)
        ;
    ring[position % CELLS] = item;
    atomic_store_explicit(&produced, position + 1, memory_order_release);
}

static int take(void)
{
    unsigned position = atomic_load_explicit(&consumed, memory_order_relaxed);

    while (atomic_load_explicit(&produced, memory_order_acquire) == position)
        ;

    int item = ring[position % CELLS];

    atomic_store_explicit(&consumed, position + 1, memory_order_release);
    return item;
}

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 0; i < ITEMS; i++)
        put(i);
    return 0;
}

static void *consumer(void *arg)
{
    (void)arg;
    for (int i = 0; i < ITEMS; i++)
        assert(take() == i);
    return 0;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, producer, 0);
    pthread_create(&threads[1], 0, consumer, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
