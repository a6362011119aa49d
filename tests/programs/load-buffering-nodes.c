/* Load buffering beside a node. In the execution in which each thread sees what the other one stored, one is done with the node when
 * the other frees it, and nothing but these stores orders that. The bugs are those of that execution alone:
 * -DBUG_LATE: the node is used after it was freed. -DBUG_TWICE: it is freed twice. -DBUG_OUTSIDE: what follows the node is stored to.
 * -DBUG_LEAK: nobody frees the node. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    atomic_int value;
};

static atomic_int x, y;
static struct node *node;

static void *left(void *arg)
{
    (void)arg;
    long seen = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    if (seen)
        free(node);
    return (void *)seen;
}

static void *right(void *arg)
{
    (void)arg;
    long seen = atomic_load_explicit(&y, memory_order_relaxed);
#ifndef BUG_LATE
    atomic_store_explicit(&node->value, 1, memory_order_relaxed);
#endif
    atomic_store_explicit(&x, 1, memory_order_relaxed);
#ifdef BUG_LATE
    if (seen)
        atomic_store_explicit(&node->value, 1, memory_order_relaxed);
#endif
#ifdef BUG_TWICE
    if (seen)
        free(node);
#endif
    return (void *)seen;
}

int main(void)
{
    pthread_t threads[2];
    void *seen[2];

    node = malloc(sizeof *node);
    pthread_create(&threads[0], 0, left, 0);
    pthread_create(&threads[1], 0, right, 0);
    pthread_join(threads[0], &seen[0]);
    pthread_join(threads[1], &seen[1]);
#ifdef BUG_TWICE
    if (seen[1])
        return 0;
#endif
    if (!seen[0])
        free(node);
#if defined BUG_LEAK || defined BUG_OUTSIDE
    if (seen[0] && seen[1]) {
        struct node *other = malloc(sizeof *other);
#ifdef BUG_OUTSIDE
        atomic_store_explicit(&other[1].value, 1, memory_order_relaxed);
        free(other);
#endif
    }
#endif
    return 0;
}
