/* A stack without locks, after Treiber (1986): push and pop exchange the pointer to the first node. What goes wrong is old
 * and famous: a thread that has read the first node may still look at it when another thread has popped and freed it.
 *
 *     raddle check examples/treiber.c
 *     error[use-after-free]: ...
 *
 * treiber-fixed.c frees nodes when nobody can look at them any more.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static _Atomic(struct node *) top;

static void push(int value)
{
    struct node *node = malloc(sizeof *node);

    node->value = value;
    node->next = atomic_load_explicit(&top, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &node->next, node, memory_order_release,
                                                    memory_order_relaxed))
        ;
}

/* The value on top, or -1 if there is none. */
static int pop(void)
{
    struct node *node = atomic_load_explicit(&top, memory_order_acquire);

    while (node && !atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acq_rel,
                                                            memory_order_acquire))
        ;
    if (!node)
        return -1;

    int value = node->value;

    free(node);
    return value;
}

static void *worker(void *arg)
{
    (void)arg;
    pop();
    return 0;
}

int main(void)
{
    pthread_t threads[2];

    push(1);
    push(2);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, worker, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
