// cds_wfs and cds_lfs, the stacks of liburcu: two threads push, one pops; nothing is lost and nothing comes twice.
// -DLFS: the lock-free one, else the wait-free one. -DPOP_ALL: everything is taken at once.
// -DBUG_NO_POP_LOCK: two threads pop without the lock that the stack asks for, and one puts back what it got (ABA).
// -DBUG_LATE_VALUE: the value is written after the node was pushed.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

#ifdef LFS
#include <urcu/lfstack.h>
#define STACK struct cds_lfs_stack
#define NODE struct cds_lfs_node
#define INIT cds_lfs_init
#define NODE_INIT cds_lfs_node_init
#define PUSH cds_lfs_push
#define POP __cds_lfs_pop
#define LOCKED_POP cds_lfs_pop_blocking
#define DESTROY cds_lfs_destroy
#else
#include <urcu/wfstack.h>
#define STACK struct cds_wfs_stack
#define NODE struct cds_wfs_node
#define INIT cds_wfs_init
#define NODE_INIT cds_wfs_node_init
#define PUSH cds_wfs_push
#define POP __cds_wfs_pop_blocking
#define LOCKED_POP cds_wfs_pop_blocking
#define DESTROY cds_wfs_destroy
#endif

struct item {
    int value;
    int taken;
    NODE node;
};

static STACK stack;
static struct item items[3];

static void push(int i) {
    NODE_INIT(&items[i].node);
#ifndef BUG_LATE_VALUE
    items[i].value = i + 1;
#endif
    PUSH(&stack, &items[i].node);
#ifdef BUG_LATE_VALUE
    items[i].value = i + 1;
#endif
}

static void take(NODE *node) {
    struct item *item = (struct item *)((char *)node - offsetof(struct item, node));
    assert(item->value == item - items + 1);
    item->taken++;
}

static void *produce(void *argument) {
    push((int)(long)argument);
    return NULL;
}

static void *consume(void *argument) {
    (void)argument;
#if defined(POP_ALL) && defined(LFS)
    struct cds_lfs_head *all = cds_lfs_pop_all_blocking(&stack);
    NODE *node, *next;
    cds_lfs_for_each_safe(all, node, next)
        take(node);
#elif defined(POP_ALL)
    struct cds_wfs_head *all = cds_wfs_pop_all_blocking(&stack);
    NODE *node, *next;
    cds_wfs_for_each_blocking_safe(all, node, next)
        take(node);
#elif defined(BUG_NO_POP_LOCK)
    NODE *node = POP(&stack);
    if (node != NULL)
        take(node);
#else
    NODE *node = LOCKED_POP(&stack);
    if (node != NULL)
        take(node);
#endif
    return NULL;
}

#ifdef BUG_NO_POP_LOCK
static void *recycle(void *argument) {
    (void)argument;
    NODE *first = POP(&stack), *second = POP(&stack);
    if (second != NULL)
        take(second);
    if (first != NULL) {
        NODE_INIT(first);
        PUSH(&stack, first);
    }
    return NULL;
}
#endif

int main(void) {
#ifdef BUG_NO_POP_LOCK
    void *(*functions[])(void *) = {produce, consume, recycle};
#else
    void *(*functions[])(void *) = {produce, produce, consume};
#endif
    pthread_t threads[3];
    INIT(&stack);
    push(0);
#ifdef BUG_NO_POP_LOCK
    push(2);
#endif
    for (long i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, functions[i], (void *)(i + 1));
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (NODE *node; (node = LOCKED_POP(&stack)) != NULL;)
        take(node);
    for (int i = 0; i < 3; i++)
        assert(items[i].taken == 1);
    DESTROY(&stack);
    return 0;
}
