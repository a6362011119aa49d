/* A queue of linked nodes, after Michael and Scott. LINK orders the store that links a node; ADVANCE the update that moves the head on;
 * with PLAIN that is a load and a store. */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef LINK
#define LINK memory_order_release
#endif
#ifndef ADVANCE
#define ADVANCE memory_order_acq_rel
#endif

struct node { atomic_long value; _Atomic(struct node *) next; };
static struct node nodes[8];
static atomic_int used = 1;
static _Atomic(struct node *) head = &nodes[0], tail = &nodes[0];

static void enqueue(long value)
{
    struct node *node = &nodes[atomic_fetch_add_explicit(&used, 1, memory_order_relaxed)];
    atomic_store_explicit(&node->value, value, memory_order_relaxed);
    for (;;) {
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);
        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
        } else if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, LINK, memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release, memory_order_relaxed);
            return;
        }
    }
}

static int dequeue(long *value)
{
    for (;;) {
        struct node *first = atomic_load_explicit(&head, memory_order_acquire);
        struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);
        if (!next)
            return 0;
#ifdef PLAIN
        atomic_store_explicit(&head, next, memory_order_release);
#else
        if (!atomic_compare_exchange_strong_explicit(&head, &first, next, ADVANCE, memory_order_relaxed))
            continue;
#endif
        *value = atomic_load_explicit(&next->value, memory_order_relaxed);
        return 1;
    }
}

RADDLE_OP1(enq, value) { enqueue(value); return RADDLE_VOID; }
RADDLE_OP(deq) { long value; return dequeue(&value) ? value : RADDLE_EMPTY; }

/* The client: what threads 1, 2 and 3 call. */
#ifndef T1
#define T1 op_enq(1); op_deq();
#endif
#ifndef T2
#define T2 op_enq(2); op_deq();
#endif
#ifndef T3
#define T3
#endif

static void *first(void *arg) { T1 return 0; }
static void *second(void *arg) { T2 return 0; }
static void *third(void *arg) { T3 return 0; }

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
