// ck_ring: producers put pointers into a ring, consumers take each once, and those of a producer in its order.
// -DPROTOCOL=spsc, spmc or mpmc; -DSIZE=N slots, of which one stays empty.
// -DPAYLOAD: the pointers lead to plain data, which has to arrive with them.
// -DBUG_TWO_CONSUMERS: two threads take by the protocol for one consumer.
// -DBUG_TWO_PRODUCERS: two threads put by the protocol for one producer.
// -DBUG_REUSE: the producer changes what it has handed over (with -DPAYLOAD).
#include <assert.h>
#include <ck_ring.h>
#include <pthread.h>

#ifndef PROTOCOL
#define PROTOCOL spsc
#endif
#ifndef SIZE
#define SIZE 4
#endif

#define CONCAT(a, b) a##b
#define CALL(operation, protocol) CONCAT(operation, protocol)
#define ENQUEUE CALL(ck_ring_enqueue_, PROTOCOL)
#define DEQUEUE CALL(ck_ring_dequeue_, PROTOCOL)
#define spsc_SEVERAL_CONSUMERS 0
#define spmc_SEVERAL_CONSUMERS 1
#define mpmc_SEVERAL_CONSUMERS 1
#define spsc_SEVERAL_PRODUCERS 0
#define spmc_SEVERAL_PRODUCERS 0
#define mpmc_SEVERAL_PRODUCERS 1

#if CALL(PROTOCOL, _SEVERAL_CONSUMERS) || defined(BUG_TWO_CONSUMERS)
#define CONSUMERS 2
#else
#define CONSUMERS 1
#endif
#if CALL(PROTOCOL, _SEVERAL_PRODUCERS) || defined(BUG_TWO_PRODUCERS)
#define PRODUCERS 2
#else
#define PRODUCERS 1
#endif
#define ITEMS (PRODUCERS > 1 ? 1 : 2)

static ck_ring_t ring;
static ck_ring_buffer_t buffer[SIZE];
static int items[PRODUCERS][2];
static int taken[CONSUMERS][PRODUCERS][2];

static void *produce(void *argument) {
    long self = (long)argument;
    for (int i = 0; i < ITEMS; i++) {
#ifdef PAYLOAD
        items[self][i] = i + 1;
#endif
        bool done = ENQUEUE(&ring, buffer, &items[self][i]);
        assert(done);
#ifdef BUG_REUSE
        items[self][i] = 0;
#endif
    }
    return NULL;
}

static void *consume(void *argument) {
    long self = (long)argument;
    int last[PRODUCERS] = {0};
    for (int i = 0; i < PRODUCERS * ITEMS; i++) {
        int *item = NULL;
        if (!DEQUEUE(&ring, buffer, &item))
            continue;
        int number = (int)(item - &items[0][0]);
        assert(number >= 0 && number < PRODUCERS * 2);
        int producer = number / 2, index = number % 2;
        assert(index >= last[producer]);
        last[producer] = index;
        taken[self][producer][index]++;
#ifdef PAYLOAD
        assert(*item == index + 1);
#endif
    }
    return NULL;
}

int main(void) {
    pthread_t producers[PRODUCERS], consumers[CONSUMERS];
    ck_ring_init(&ring, SIZE);
    for (long i = 0; i < PRODUCERS; i++)
        pthread_create(&producers[i], NULL, produce, (void *)i);
    for (long i = 0; i < CONSUMERS; i++)
        pthread_create(&consumers[i], NULL, consume, (void *)i);
    for (int i = 0; i < PRODUCERS; i++)
        pthread_join(producers[i], NULL);
    for (int i = 0; i < CONSUMERS; i++)
        pthread_join(consumers[i], NULL);
    // What nobody took yet is still there.
    int *rest;
    while (DEQUEUE(&ring, buffer, &rest)) {
        int number = (int)(rest - &items[0][0]);
        taken[0][number / 2][number % 2]++;
    }
    for (int i = 0; i < PRODUCERS; i++)
        for (int j = 0; j < ITEMS; j++) {
            int sum = 0;
            for (int k = 0; k < CONSUMERS; k++)
                sum += taken[k][i][j];
            assert(sum == 1);
        }
    return 0;
}
