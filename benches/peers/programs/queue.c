/* Michael and Scott's queue: N threads put one value in each, and one takes one out if there is one. Nodes have numbers;
 * node 0 is the one that is there in the beginning, so that 0 is none as a successor.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef RELAXED
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct node {
    atomic_int value;
    atomic_int next;
};

struct node nodes[N + 1];
atomic_int head, tail;

static _Bool replace(atomic_int *variable, int old, int new)
{
    return atomic_compare_exchange_strong_explicit(variable, &old, new, PUBLISH, memory_order_relaxed);
}

static void *producer(void *arg)
{
    int number = (intptr_t)arg;

    atomic_store_explicit(&nodes[number].value, number, memory_order_relaxed);
    for (;;) {
        int last = atomic_load_explicit(&tail, memory_order_acquire);
        int next = atomic_load_explicit(&nodes[last].next, memory_order_acquire);

        if (next) {
            replace(&tail, last, next);
        } else if (replace(&nodes[last].next, 0, number)) {
            replace(&tail, last, number);
            return 0;
        }
    }
}

static void *consumer(void *arg)
{
    int first = atomic_load_explicit(&head, memory_order_acquire);
    int next = atomic_load_explicit(&nodes[first].next, memory_order_acquire);

    (void)arg;
    if (next && replace(&head, first, next))
        assert(atomic_load_explicit(&nodes[next].value, memory_order_relaxed) != 0);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i - 1], 0, producer, (void *)i);
    pthread_create(&t[N], 0, consumer, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
