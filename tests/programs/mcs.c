/* The MCS queue lock (Mellor-Crummey and Scott, TOCS 1991): each thread spins on its own node.
 * BUG_RELAXED_HANDOFF: the owner hands over without releasing its critical section.
 * BUG_RELAXED_LINK: the hand-over may be overwritten by the initialisation of the node: the successor waits for ever.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

#ifdef BUG_RELAXED_HANDOFF
#define HANDOFF memory_order_relaxed
#else
#define HANDOFF memory_order_release
#endif

#ifdef BUG_RELAXED_LINK
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
    _Atomic(struct node *) next;
    atomic_int waiting;
};

static _Atomic(struct node *) tail;
static struct node nodes[N];
static int counter;

static void lock(struct node *node)
{
    struct node *before;

    atomic_store_explicit(&node->next, 0, memory_order_relaxed);
    atomic_store_explicit(&node->waiting, 1, memory_order_relaxed);
    before = atomic_exchange_explicit(&tail, node, memory_order_acq_rel);
    if (before) {
        atomic_store_explicit(&before->next, node, LINK);
        while (atomic_load_explicit(&node->waiting, memory_order_acquire))
            ;
    }
}

static void unlock(struct node *node)
{
    struct node *next = atomic_load_explicit(&node->next, memory_order_acquire);

    if (!next) {
        struct node *expected = node;

        if (atomic_compare_exchange_strong_explicit(&tail, &expected, 0, memory_order_release, memory_order_relaxed))
            return;
        do
            next = atomic_load_explicit(&node->next, memory_order_acquire);
        while (!next);
    }
    atomic_store_explicit(&next->waiting, 0, HANDOFF);
}

static void *worker(void *arg)
{
    struct node *node = &nodes[(intptr_t)arg];

    lock(node);
    counter++;
    unlock(node);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == N);
    return 0;
}
