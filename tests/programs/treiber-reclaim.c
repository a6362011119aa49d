/* Treiber's stack with nodes from malloc: a thread keeps what it popped, and main frees it after all joins.
 * BUG_FREE_EARLY: the thread frees it at once, while another may be about to read its `next'.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define N 2

struct node {
    struct node *next;
    int value;
};

static _Atomic(struct node *) top;

static void push(int value)
{
    struct node *node = malloc(sizeof *node);
    struct node *seen = atomic_load_explicit(&top, memory_order_relaxed);

    node->value = value;
    do
        node->next = seen;
    while (!atomic_compare_exchange_strong_explicit(&top, &seen, node, memory_order_release, memory_order_relaxed));
}

static struct node *pop(void)
{
    struct node *seen = atomic_load_explicit(&top, memory_order_acquire);

    while (seen && !atomic_compare_exchange_strong_explicit(&top, &seen, seen->next, memory_order_acquire,
                                                            memory_order_acquire))
        ;
    return seen;
}

static void *worker(void *arg)
{
    struct node *node;

    (void)arg;
    push(1);
    node = pop();
    assert(node && node->value == 1);
#ifdef BUG_FREE_EARLY
    free(node);
    node = 0;
#endif
    return node;
}

int main(void)
{
    pthread_t t[N];
    void *popped[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], &popped[i]);
    for (int i = 0; i < N; i++)
        free(popped[i]);
    assert(atomic_load_explicit(&top, memory_order_relaxed) == 0);
    return 0;
}
