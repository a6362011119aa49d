// ck_ring with one free slot: the producer overwrites a slot while a consumer that came too late still copies it. That one
// finds out, as the head moved on, and drops its copy; by the letter of C11 it is a race all the same.
// -DPROTOCOL=spmc or mpmc.
// -DBUG_LATE_CHECK: a consumer believes its copy although `trydequeue` told it not to.
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

#ifndef PROTOCOL
#define PROTOCOL spmc
#endif
#define CONCAT(a, b) a##b
#define CALL(operation, protocol) CONCAT(operation, protocol)
#define ENQUEUE CALL(ck_ring_enqueue_, PROTOCOL)
#define DEQUEUE CALL(ck_ring_dequeue_, PROTOCOL)
#define TRYDEQUEUE CALL(ck_ring_trydequeue_, PROTOCOL)

static ck_ring_t ring;
static ck_ring_buffer_t buffer[2];
static int items[3], taken[3];

static void *produce(void *argument) {
    (void)argument;
    for (int i = 0; i < 3; i++)
        while (!ENQUEUE(&ring, buffer, &items[i]))
            ck_pr_stall();
    return NULL;
}

static void *consume_two(void *argument) {
    (void)argument;
    for (int i = 0; i < 2; i++) {
        int *item;
        while (!DEQUEUE(&ring, buffer, &item))
            ck_pr_stall();
        ck_pr_inc_int(&taken[item - items]);
    }
    return NULL;
}

static void *consume_one(void *argument) {
    (void)argument;
    int *item = NULL;
#ifdef BUG_LATE_CHECK
    TRYDEQUEUE(&ring, buffer, &item);
    if (item != NULL)
        ck_pr_inc_int(&taken[item - items]);
#else
    if (DEQUEUE(&ring, buffer, &item))
        ck_pr_inc_int(&taken[item - items]);
#endif
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    ck_ring_init(&ring, 2);
    pthread_create(&threads[0], NULL, produce, NULL);
    pthread_create(&threads[1], NULL, consume_two, NULL);
    pthread_create(&threads[2], NULL, consume_one, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (int *item; DEQUEUE(&ring, buffer, &item);)
        taken[item - items]++;
    for (int i = 0; i < 3; i++)
        assert(taken[i] == 1);
    return 0;
}
