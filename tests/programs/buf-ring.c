/* A ring in the manner of FreeBSD's buf_ring: producers claim slots by moving prod_head, fill them, and move prod_tail in
 * the order of their claims; one consumer.
 * BUG_RELAXED_TURN: a producer that waits for the one before it does not acquire its item, and so does not pass it on.
 * BUG_RELAXED_TAIL: the consumer does not acquire the items.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define PRODUCERS 2
#define SIZE 4u

#ifdef BUG_RELAXED_TURN
#define TURN memory_order_relaxed
#else
#define TURN memory_order_acquire
#endif

#ifdef BUG_RELAXED_TAIL
#define TAIL memory_order_relaxed
#else
#define TAIL memory_order_acquire
#endif

static atomic_uint prod_head, prod_tail, cons_tail;
static int ring[SIZE];

static int enqueue(int item)
{
    unsigned at = atomic_load_explicit(&prod_head, memory_order_relaxed);

    do {
        if (at + 1 - atomic_load_explicit(&cons_tail, memory_order_acquire) >= SIZE)
            return 0;
    } while (!atomic_compare_exchange_strong_explicit(&prod_head, &at, at + 1, memory_order_relaxed,
                                                      memory_order_relaxed));
    ring[at % SIZE] = item;
    while (atomic_load_explicit(&prod_tail, TURN) != at)
        ;
    atomic_store_explicit(&prod_tail, at + 1, memory_order_release);
    return 1;
}

static int dequeue(void)
{
    unsigned at = atomic_load_explicit(&cons_tail, memory_order_relaxed);
    int item;

    if (atomic_load_explicit(&prod_tail, TAIL) == at)
        return 0;
    item = ring[at % SIZE];
    atomic_store_explicit(&cons_tail, at + 1, memory_order_release);
    return item;
}

static void *producer(void *arg)
{
    assert(enqueue((intptr_t)arg));
    return 0;
}

static void *consumer(void *arg)
{
    int first = dequeue();
    int second = dequeue();

    (void)arg;
    assert(first == 0 || first != second);
    assert(first >= 0 && first <= PRODUCERS && second >= 0 && second <= PRODUCERS);
    return 0;
}

int main(void)
{
    pthread_t t[PRODUCERS + 1];

    for (intptr_t i = 0; i < PRODUCERS; i++)
        pthread_create(&t[i], 0, producer, (void *)(i + 1));
    pthread_create(&t[PRODUCERS], 0, consumer, 0);
    for (int i = 0; i <= PRODUCERS; i++)
        pthread_join(t[i], 0);
    return 0;
}
