/* Treiber's stack (Systems Programming: Coping with Parallelism, 1986) without reclamation: nodes are never reused.
 * BUG_RELAXED_PUSH: the node is not published. BUG_RELAXED_POP: what was published is not acquired.
 * BUG_SPLIT_POP: two threads can pop the same node.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 2

#ifdef BUG_RELAXED_PUSH
#define PUSH memory_order_relaxed
#else
#define PUSH memory_order_release
#endif

#ifdef BUG_RELAXED_POP
#define POP memory_order_relaxed
#else
#define POP memory_order_acquire
#endif

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;
static struct node nodes[N];
static int popped[N];

static void push(struct node *node)
{
    struct node *seen = atomic_load_explicit(&top, memory_order_relaxed);

    do
        node->next = seen;
    while (!atomic_compare_exchange_strong_explicit(&top, &seen, node, PUSH, memory_order_relaxed));
}

static struct node *pop(void)
{
    struct node *seen = atomic_load_explicit(&top, POP);

#ifdef BUG_SPLIT_POP
    if (seen)
        atomic_store_explicit(&top, seen->next, memory_order_release);
#else
    while (seen && !atomic_compare_exchange_strong_explicit(&top, &seen, seen->next, POP, POP))
        ;
#endif
    return seen;
}

static void *worker(void *arg)
{
    int i = (intptr_t)arg;
    struct node *node;

    nodes[i].value = i + 1;
    push(&nodes[i]);
    node = pop();
    assert(node); /* there are never more pops than pushes */
    popped[i] = node->value;
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(popped[0] + popped[1] == 3 && popped[0] != popped[1]);
    return 0;
}
