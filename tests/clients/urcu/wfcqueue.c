// cds_wfcq: producers and a consumer; what comes out went in, once, and in the order in which one producer put it in.
// -DTWO_PRODUCERS: two threads put one item each; else one puts two.
// -DSPLICE: the consumer moves everything to a queue of its own first.
// -DBUG_TWO_CONSUMERS: two threads dequeue without the lock that the queue asks for.
// -DBUG_LATE_INIT: a node is initialised after it was put into the queue.
// -DBUG_LATE_VALUE: the value is written after the node was put into the queue.
#define _LGPL_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <urcu/wfcqueue.h>

struct item {
    int value;
    int taken;
    struct cds_wfcq_node node;
};

static struct cds_wfcq_head head;
static struct cds_wfcq_tail tail;
static struct item items[2];

static void put(int i) {
    struct item *item = &items[i];
#ifndef BUG_LATE_INIT
    cds_wfcq_node_init(&item->node);
#endif
#ifndef BUG_LATE_VALUE
    item->value = i + 1;
#endif
    cds_wfcq_enqueue(&head, &tail, &item->node);
#ifdef BUG_LATE_INIT
    cds_wfcq_node_init(&item->node);
#endif
#ifdef BUG_LATE_VALUE
    item->value = i + 1;
#endif
}

static int take(struct cds_wfcq_node *node) {
    struct item *item = (struct item *)((char *)node - offsetof(struct item, node));
    assert(item->value == item - items + 1);
    item->taken++;
    return item->value;
}

static void *produce(void *argument) {
#if defined(TWO_PRODUCERS)
    put((int)(long)argument);
#else
    (void)argument;
    put(0);
    put(1);
#endif
    return NULL;
}

static void *consume(void *argument) {
    (void)argument;
    int last = 0;
#ifdef SPLICE
    struct __cds_wfcq_head own_head;
    struct cds_wfcq_tail own_tail;
    struct cds_wfcq_node *node, *next;
    __cds_wfcq_init(&own_head, &own_tail);
    __cds_wfcq_splice_blocking(&own_head, &own_tail, &head, &tail);
    __cds_wfcq_for_each_blocking_safe(&own_head, &own_tail, node, next) {
#else
    for (int i = 0; i < 2; i++) {
        struct cds_wfcq_node *node = __cds_wfcq_dequeue_blocking(&head, &tail);
        if (node == NULL)
            break;
#endif
        int value = take(node);
#ifndef TWO_PRODUCERS
        assert(value > last);
#endif
        last = value;
    }
    return NULL;
}

int main(void) {
    void *(*functions[])(void *) = {
        produce,
#ifdef TWO_PRODUCERS
        produce,
#endif
#ifdef BUG_TWO_CONSUMERS
        consume,
#endif
        consume,
    };
    enum { THREADS = sizeof functions / sizeof functions[0] };
    pthread_t threads[THREADS];
    cds_wfcq_init(&head, &tail);
    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, functions[i], (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    for (struct cds_wfcq_node *node; (node = __cds_wfcq_dequeue_blocking(&head, &tail)) != NULL;)
        take(node);
    for (int i = 0; i < 2; i++)
        assert(items[i].taken == 1);
    cds_wfcq_destroy(&head, &tail);
    return 0;
}
