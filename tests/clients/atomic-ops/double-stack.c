// libatomic_ops: a stack whose head and version change together, by a compare-and-swap of 16 bytes.
// -DBUG_NO_VERSION: the version does not change, so that a node which was taken and put back looks untouched (ABA).
#include <atomic_ops.h>
#include <assert.h>
#include <pthread.h>

struct node {
    volatile AO_t next;
    int taken;
};

static volatile AO_double_t head = AO_DOUBLE_T_INITIALIZER;
static struct node nodes[2];

static int change(AO_t old, AO_t version, AO_t new) {
#ifdef BUG_NO_VERSION
    return AO_compare_double_and_swap_double_full(&head, old, version, new, version);
#else
    return AO_compare_double_and_swap_double_full(&head, old, version, new, version + 1);
#endif
}

static void push(struct node *node) {
    AO_t old, version;
    do {
        version = AO_load_acquire((volatile AO_t *)&head.AO_val2);
        old = AO_load_acquire((volatile AO_t *)&head.AO_val1);
        AO_store(&node->next, old);
    } while (!change(old, version, (AO_t)node));
}

static struct node *pop(void) {
    AO_t old, version;
    do {
        version = AO_load_acquire((volatile AO_t *)&head.AO_val2);
        old = AO_load_acquire((volatile AO_t *)&head.AO_val1);
        if (old == 0)
            return NULL;
    } while (!change(old, version, AO_load(&((struct node *)old)->next)));
    return (struct node *)old;
}

static void *take_one(void *argument) {
    struct node *node = pop();
    (void)argument;
    if (node != NULL)
        node->taken++;
    return NULL;
}

static void *take_two_and_put_one_back(void *argument) {
    struct node *first = pop(), *second = pop();
    (void)argument;
    if (second != NULL)
        second->taken++;
    if (first != NULL)
        push(first);
    return NULL;
}

int main(void) {
    pthread_t threads[2];
    push(&nodes[0]);
    push(&nodes[1]);
    pthread_create(&threads[0], NULL, take_one, NULL);
    pthread_create(&threads[1], NULL, take_two_and_put_one_back, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    for (struct node *node; (node = pop()) != NULL;)
        node->taken++;
    for (int i = 0; i < 2; i++)
        assert(nodes[i].taken == 1);
    return 0;
}
