// ck_stack: threads push and pop; nothing is lost and nothing comes twice.
// -DMPMC: with a generation counter beside the head, changed together (16 bytes); else entries are pushed once only (upmc).
// -DBATCH: a consumer takes everything at once.
// -DNPSC: pushes by exchange (mpnc), popped by the one consumer after all were pushed (npsc).
// -DBUG_EARLY_POP: with -DNPSC, the consumer does not wait for the producers.
// -DBUG_PUSH_AGAIN: what was popped is pushed again while others still look at it (ABA, upmc).
// -DBUG_LATE_VALUE: the value is written after the entry was pushed.
#include <assert.h>
#include <ck_stack.h>
#include <pthread.h>
#include <stddef.h>

#ifdef MPMC
#define PUSH ck_stack_push_mpmc
#define POP ck_stack_pop_mpmc
#define BATCH_POP ck_stack_batch_pop_mpmc
#elif defined(NPSC)
#define PUSH ck_stack_push_mpnc
#define POP ck_stack_pop_npsc
#define BATCH_POP ck_stack_batch_pop_npsc
#else
#define PUSH ck_stack_push_upmc
#define POP ck_stack_pop_upmc
#define BATCH_POP ck_stack_batch_pop_upmc
#endif

struct item {
    int value;
    int taken;
    ck_stack_entry_t entry;
};

static ck_stack_t stack = CK_STACK_INITIALIZER;
static struct item items[3];

static struct item *item_of(ck_stack_entry_t *entry) {
    return (struct item *)((char *)entry - offsetof(struct item, entry));
}

static void push(int i) {
#ifdef BUG_LATE_VALUE
    PUSH(&stack, &items[i].entry);
    items[i].value = i + 1;
#else
    items[i].value = i + 1;
    PUSH(&stack, &items[i].entry);
#endif
}

static void take(ck_stack_entry_t *entry) {
    struct item *item = item_of(entry);
    assert(item->value == item - items + 1);
    item->taken++;
}

static void *produce(void *argument) {
    push((int)(long)argument);
    return NULL;
}

static void *consume(void *argument) {
    (void)argument;
#ifdef BATCH
    ck_stack_entry_t *entry = BATCH_POP(&stack), *next;
    for (; entry != NULL; entry = next) {
        next = CK_STACK_NEXT(entry);
        take(entry);
    }
#else
    ck_stack_entry_t *entry = POP(&stack);
    if (entry != NULL)
        take(entry);
#endif
    return NULL;
}

#ifdef BUG_PUSH_AGAIN
// Takes two entries and puts the first of them back: who still holds its old successor now believes it valid.
static void *recycle(void *argument) {
    (void)argument;
    ck_stack_entry_t *first = POP(&stack), *second = POP(&stack);
    if (second != NULL)
        take(second);
    if (first != NULL)
        PUSH(&stack, first);
    return NULL;
}
#else
#define recycle consume
#endif

int main(void) {
    push(0);
    push(1);
#ifdef NPSC
    pthread_t producer;
    pthread_create(&producer, NULL, produce, (void *)2);
#ifndef BUG_EARLY_POP
    pthread_join(producer, NULL);
#endif
    consume(NULL);
#ifdef BUG_EARLY_POP
    pthread_join(producer, NULL);
#endif
#else
    pthread_t producer, consumer, other;
    pthread_create(&producer, NULL, produce, (void *)2);
    pthread_create(&consumer, NULL, consume, NULL);
    pthread_create(&other, NULL, recycle, NULL);
    pthread_join(producer, NULL);
    pthread_join(consumer, NULL);
    pthread_join(other, NULL);
#endif
    for (ck_stack_entry_t *entry = CK_STACK_FIRST(&stack); entry != NULL; entry = CK_STACK_NEXT(entry))
        take(entry);
    for (int i = 0; i < 3; i++)
        assert(items[i].taken == 1);
    return 0;
}
