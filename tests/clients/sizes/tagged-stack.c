// A stack whose head is a pointer and a tag, 16 bytes that are exchanged at once. Halves are loaded one by one where the exchange
// finds out whether they fit together, and stored plainly at the beginning.
//
// -DBUG_NO_TAG    the tag is not counted, and a node is used again: a pop that was slow puts a node back which another thread has
// -DBUG_RELAXED   the exchange is relaxed: a pop may find a node that is not filled yet
// -DSPLIT         what is popped is read in two halves, and the exchange notices if they do not fit
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#ifdef BUG_RELAXED
#define ACQ_REL __ATOMIC_RELAXED
#define ACQUIRE __ATOMIC_RELAXED
#else
#define ACQ_REL __ATOMIC_ACQ_REL
#define ACQUIRE __ATOMIC_ACQUIRE
#endif

struct node {
    struct node *next;
    int value;
};

union head {
    __int128 whole;
    struct {
        struct node *top;
        uint64_t tag;
    };
};

static union head stack;
static struct node nodes[2];
static struct node *kept;

static int exchange(union head *old, union head new)
{
#ifndef BUG_NO_TAG
    new.tag = old->tag + 1;
#else
    new.tag = 0;
#endif
    return __atomic_compare_exchange_n(&stack.whole, &old->whole, new.whole, 0, ACQ_REL, ACQUIRE);
}

static void push(struct node *node)
{
    union head old, new;
    old.top = __atomic_load_n(&stack.top, __ATOMIC_RELAXED);
    old.tag = __atomic_load_n(&stack.tag, __ATOMIC_RELAXED);
    do {
        __atomic_store_n(&node->next, old.top, __ATOMIC_RELAXED);
        new.top = node;
    } while (!exchange(&old, new));
}

static struct node *pop(void)
{
    union head old, new;
#ifdef SPLIT
    old.tag = __atomic_load_n(&stack.tag, ACQUIRE);
    old.top = __atomic_load_n(&stack.top, ACQUIRE);
#else
    old.whole = __atomic_load_n(&stack.whole, ACQUIRE);
#endif
    do {
        if (!old.top)
            return 0;
        new.top = __atomic_load_n(&old.top->next, __ATOMIC_RELAXED);
    } while (!exchange(&old, new));
    return old.top;
}

static void *again(void *unused)
{
    struct node *first = pop(), *second = pop();
    if (first && second) {
        push(first);
        kept = second;
    }
    return 0;
}

static void *once(void *unused)
{
    struct node *node = pop();
    if (node)
        assert(node->value == 1);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    stack.top = 0;
    stack.tag = 0;
#ifdef BUG_RELAXED
    pthread_create(&threads[0], 0, once, 0);
    nodes[0].value = 1;
    push(&nodes[0]);
    pthread_join(threads[0], 0);
    return 0;
#endif
    nodes[0].value = nodes[1].value = 1;
    push(&nodes[0]);
    push(&nodes[1]);
    pthread_create(&threads[0], 0, again, 0);
    pthread_create(&threads[1], 0, once, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    for (struct node *node = stack.top; node; node = node->next)
        assert(node != kept);
    return 0;
}
