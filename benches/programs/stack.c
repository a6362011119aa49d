/* Treiber's stack without reuse: N threads push one node and try once to pop one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

struct node {
    atomic_int value;
    struct node *_Atomic next;
};

struct node nodes[N];
struct node *_Atomic top;

static void push(struct node *node)
{
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);

    do
        atomic_store_explicit(&node->next, old, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &old, node, memory_order_release, memory_order_relaxed));
}

static int pop(void)
{
    struct node *old = atomic_load_explicit(&top, memory_order_acquire);
    struct node *next;

    if (!old)
        return 0;
    next = atomic_load_explicit(&old->next, memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &old, next, memory_order_relaxed, memory_order_relaxed))
        return 0;
    return atomic_load_explicit(&old->value, memory_order_relaxed);
}

static void *worker(void *arg)
{
    struct node *node = &nodes[(intptr_t)arg];

    atomic_store_explicit(&node->value, 1 + (intptr_t)arg, memory_order_relaxed);
    push(node);
    pop();
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
