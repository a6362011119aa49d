/* The queue of Michael and Scott (Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue Algorithms, PODC
 * 1996) without reclamation.
 * BUG_RELAXED_LINK: the node is linked but not published. BUG_SPLIT_DEQUEUE: two threads can dequeue the same node.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 2

#ifdef BUG_RELAXED_LINK
#define LINK memory_order_relaxed
#else
#define LINK memory_order_release
#endif

struct node {
    _Atomic(struct node *) next;
    int value;
};

static struct node nodes[N + 1];
static _Atomic(struct node *) head = &nodes[N], tail = &nodes[N];
static int dequeued[N];

static struct node *load(_Atomic(struct node *) *from)
{
    return atomic_load_explicit(from, memory_order_acquire);
}

static int cas(_Atomic(struct node *) *where, struct node *from, struct node *to, memory_order order)
{
    return atomic_compare_exchange_strong_explicit(where, &from, to, order, memory_order_relaxed);
}

static void enqueue(struct node *node)
{
    struct node *last, *next;

    for (;;) {
        last = load(&tail);
        next = load(&last->next);
        if (next)
            cas(&tail, last, next, memory_order_release);
        else if (cas(&last->next, 0, node, LINK))
            break;
    }
    cas(&tail, last, node, memory_order_release);
}

static int dequeue(void)
{
    for (;;) {
        struct node *first = load(&head);
        struct node *last = load(&tail);
        struct node *next = load(&first->next);

        if (!next)
            return 0;
        if (first == last) {
            cas(&tail, last, next, memory_order_release);
            continue;
        }
#ifdef BUG_SPLIT_DEQUEUE
        atomic_store_explicit(&head, next, memory_order_release);
        return next->value;
#endif
        if (cas(&head, first, next, memory_order_release))
            return next->value;
    }
}

static void *worker(void *arg)
{
    int i = (intptr_t)arg;

    nodes[i].value = i + 1;
    enqueue(&nodes[i]);
    dequeued[i] = dequeue();
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(dequeued[0] + dequeued[1] == 3 && dequeued[0] && dequeued[1]);
    return 0;
}
