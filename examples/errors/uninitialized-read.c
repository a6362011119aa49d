/* The node is published with a release store, but one of its fields was never written.
 *
 *     raddle check examples/errors/uninitialized-read.c
 *     error[uninitialized-read]: ...
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int key;
    int value;
};

static _Atomic(struct node *) shared;

static void *publisher(void *arg)
{
    struct node *node = malloc(sizeof *node);

    (void)arg;
    node->key = 1;
    atomic_store_explicit(&shared, node, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[1];
    struct node *node;
    int sum = 0;

    pthread_create(&t[0], 0, publisher, 0);
    node = atomic_load_explicit(&shared, memory_order_acquire);
    if (node)
        sum = node->key + node->value;
    pthread_join(t[0], 0);
    free(atomic_load_explicit(&shared, memory_order_relaxed));
    return sum == 0;
}
