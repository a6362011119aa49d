/* Hazard pointers (Michael, TPDS 2004): a reader announces what it is about to look at, and looks whether it is still
 * there; a node is freed only when nobody announces it. Announcement and look need a seq_cst fence between them.
 * BUG_NO_FENCE: the reclaimer may miss the announcement. BUG_NO_RECHECK: the announcement may come too late.
 * BUG_RELAXED_CLEAR: the reader's accesses are not ordered before the free.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef BUG_RELAXED_CLEAR
#define CLEAR memory_order_relaxed
#else
#define CLEAR memory_order_release
#endif

struct node {
    int value;
};

static _Atomic(struct node *) shared, hazard;

static struct node *make(int value)
{
    struct node *node = malloc(sizeof *node);

    node->value = value;
    return node;
}

static struct node *protect(void)
{
    struct node *node = atomic_load_explicit(&shared, memory_order_acquire), *again;

    for (;;) {
        atomic_store_explicit(&hazard, node, memory_order_relaxed);
#ifndef BUG_NO_FENCE
        atomic_thread_fence(memory_order_seq_cst);
#endif
#ifdef BUG_NO_RECHECK
        return node;
#endif
        again = atomic_load_explicit(&shared, memory_order_acquire);
        if (again == node)
            return node;
        node = again;
    }
}

static void *reader(void *arg)
{
    struct node *node = protect();

    (void)arg;
    assert(node->value == 1 || node->value == 2);
    atomic_store_explicit(&hazard, 0, CLEAR);
    return 0;
}

static void *reclaimer(void *arg)
{
    struct node *old = atomic_exchange_explicit(&shared, make(2), memory_order_acq_rel);

    (void)arg;
    atomic_thread_fence(memory_order_seq_cst);
    while (atomic_load_explicit(&hazard, memory_order_acquire) == old)
        ;
    free(old);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    atomic_store_explicit(&shared, make(1), memory_order_relaxed);
    pthread_create(&t[0], 0, reader, 0);
    pthread_create(&t[1], 0, reclaimer, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    free(atomic_load_explicit(&shared, memory_order_relaxed));
    return 0;
}
