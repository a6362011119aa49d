/* Vyukov's bounded queue for many producers and consumers: each cell has a sequence number that says whose turn it is.
 * BUG_RELAXED_PUBLISH: the data of the cell is not published with its number.
 * BUG_SPLIT_CLAIM: two producers can claim the same cell.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 2
#define SIZE 2u

#ifdef BUG_RELAXED_PUBLISH
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

static struct {
    atomic_uint turn;
    int value;
} cells[SIZE];

static atomic_uint tail, head;
static int got[N];

static int claim(atomic_uint *where, unsigned at)
{
#ifdef BUG_SPLIT_CLAIM
    if (where == &tail) {
        atomic_store_explicit(where, at + 1, memory_order_relaxed);
        return 1;
    }
#endif
    return atomic_compare_exchange_strong_explicit(where, &at, at + 1, memory_order_relaxed, memory_order_relaxed);
}

static int enqueue(int value)
{
    for (;;) {
        unsigned at = atomic_load_explicit(&tail, memory_order_relaxed);
        int distance = atomic_load_explicit(&cells[at % SIZE].turn, memory_order_acquire) - at;

        if (distance < 0)
            return 0;
        if (distance == 0 && claim(&tail, at)) {
            cells[at % SIZE].value = value;
            atomic_store_explicit(&cells[at % SIZE].turn, at + 1, PUBLISH);
            return 1;
        }
    }
}

static int dequeue(void)
{
    for (;;) {
        unsigned at = atomic_load_explicit(&head, memory_order_relaxed);
        int distance = atomic_load_explicit(&cells[at % SIZE].turn, memory_order_acquire) - (at + 1);

        if (distance < 0)
            return 0;
        if (distance == 0 && claim(&head, at)) {
            int value = cells[at % SIZE].value;

            atomic_store_explicit(&cells[at % SIZE].turn, at + SIZE, PUBLISH);
            return value;
        }
    }
}

static void *worker(void *arg)
{
    int i = (intptr_t)arg;

    assert(enqueue(i + 1));
    got[i] = dequeue();
    return 0;
}

int main(void)
{
    pthread_t t[N];
    int sum = 0;

    for (unsigned i = 0; i < SIZE; i++)
        atomic_store_explicit(&cells[i].turn, i, memory_order_relaxed);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], 0);
        sum += got[i];
    }
    sum += dequeue() + dequeue();
    assert(sum == 3);
    return 0;
}
