/* A stack without locks, as in treiber.c, but nodes that were popped are kept until all threads are done: in a list of its
 * own for each thread, which nobody else looks at. (Real programs cannot wait so long. They use hazard pointers or epochs to
 * know earlier that nobody looks at a node any more.)
 *
 *     raddle check --check-leaks examples/treiber-fixed.c
 *     ok: no errors in 32 executions ...
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
    struct node *next_retired;
};

struct worker {
    int value;              /* to be pushed */
    int popped;             /* what was popped */
    struct node *retired;   /* nodes that nobody may free yet */
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
static int pop(struct node **retired)
{
    struct node *node = atomic_load_explicit(&top, memory_order_acquire);

    while (node && !atomic_compare_exchange_strong_explicit(&top, &node, node->next, memory_order_acq_rel,
                                                            memory_order_acquire))
        ;
    if (!node)
        return -1;
    node->next_retired = *retired;
    *retired = node;
    return node->value;
}

static void *work(void *arg)
{
    struct worker *self = arg;

    push(self->value);
    self->popped = pop(&self->retired);
    return 0;
}

int main(void)
{
    struct worker workers[2] = { { 1, 0, 0 }, { 2, 0, 0 } };
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, work, &workers[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);

    /* Nothing is lost, and nothing is popped twice. */
    assert(workers[0].popped + workers[1].popped == 3);
    for (int i = 0; i < 2; i++) {
        while (workers[i].retired) {
            struct node *node = workers[i].retired;

            workers[i].retired = node->next_retired;
            free(node);
        }
    }
    return 0;
}
