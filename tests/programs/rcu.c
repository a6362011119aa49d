/* Read-copy-update with a grace period (McKenney and Slingwine 1998; Desnoyers et al., User-Level RCU, TPDS 2012): the
 * updater replaces the node, waits until the reader has been outside of its critical section, and frees the old one.
 * BUG_NO_GRACE_PERIOD: it does not wait. BUG_NO_FENCE: the reader's announcement may come too late.
 * BUG_RELAXED_UNLOCK: the end of the critical section does not order the reader's accesses before the free.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 2
#endif

#ifdef BUG_RELAXED_UNLOCK
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

struct node {
    int value;
};

static _Atomic(struct node *) shared;
static atomic_int reading;

static struct node *make(int value)
{
    struct node *node = malloc(sizeof *node);

    node->value = value;
    return node;
}

static void *reader(void *arg)
{
    (void)arg;
    for (int i = 0; i < ROUNDS; i++) {
        atomic_store_explicit(&reading, 1, memory_order_relaxed);
#ifndef BUG_NO_FENCE
        atomic_thread_fence(memory_order_seq_cst);
#endif
        struct node *node = atomic_load_explicit(&shared, memory_order_acquire);
        assert(node->value == 1 || node->value == 2);
        atomic_store_explicit(&reading, 0, UNLOCK);
    }
    return 0;
}

static void *updater(void *arg)
{
    struct node *old = atomic_load_explicit(&shared, memory_order_relaxed);

    (void)arg;
    atomic_store_explicit(&shared, make(2), memory_order_release);
    atomic_thread_fence(memory_order_seq_cst);
#ifndef BUG_NO_GRACE_PERIOD
    while (atomic_load_explicit(&reading, memory_order_acquire))
        ;
#endif
    free(old);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    atomic_store_explicit(&shared, make(1), memory_order_relaxed);
    pthread_create(&t[0], 0, reader, 0);
    pthread_create(&t[1], 0, updater, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    free(atomic_load_explicit(&shared, memory_order_relaxed));
    return 0;
}
