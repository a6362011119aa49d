/* A stack of linked nodes, after Treiber. PUSH and POP order the updates of the top; with PLAIN removals load and store it. */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef PUSH
#define PUSH memory_order_release
#endif
#ifndef POP
#define POP memory_order_acquire
#endif

struct node { atomic_long value; struct node *_Atomic next; };
static struct node nodes[8];
static atomic_int used;
static struct node *_Atomic top;

static void push(long value)
{
    struct node *node = &nodes[atomic_fetch_add_explicit(&used, 1, memory_order_relaxed)];
    struct node *first = atomic_load_explicit(&top, memory_order_relaxed);
    atomic_store_explicit(&node->value, value, memory_order_relaxed);
    do
        atomic_store_explicit(&node->next, first, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &first, node, PUSH, memory_order_relaxed));
}

static int pop(long *value)
{
    struct node *first = atomic_load_explicit(&top, POP), *next;
    do {
        if (!first)
            return 0;
        next = atomic_load_explicit(&first->next, memory_order_relaxed);
#ifdef PLAIN
        atomic_store_explicit(&top, next, memory_order_relaxed);
    } while (0);
#else
    } while (!atomic_compare_exchange_strong_explicit(&top, &first, next, POP, POP));
#endif
    *value = atomic_load_explicit(&first->value, memory_order_relaxed);
    return 1;
}

RADDLE_OP1(push, value) { push(value); return RADDLE_VOID; }
RADDLE_OP(pop) { long value; return pop(&value) ? value : RADDLE_EMPTY; }

/* The client: what threads 1, 2 and 3 call. */
#ifndef T1
#define T1 op_push(1); op_push(2);
#endif
#ifndef T2
#define T2 op_pop(); op_pop();
#endif
#ifndef T3
#define T3
#endif

static void *first(void *arg) { T1 return 0; }
static void *second(void *arg) { T2 return 0; }
static void *third(void *arg) { T3 return 0; }

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
