/* Michael and Scott's queue without reuse: N threads put one value in, and one takes one out, in a bounded number of attempts. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif
#define ATTEMPTS 3

struct node {
    atomic_int value;
    struct node *_Atomic next;
};

struct node nodes[N + 1];
struct node *_Atomic head = &nodes[N];
struct node *_Atomic tail = &nodes[N];

static void *producer(void *arg)
{
    struct node *node = &nodes[(intptr_t)arg];

    atomic_store_explicit(&node->value, 1 + (intptr_t)arg, memory_order_relaxed);
    for (int i = 0; i < ATTEMPTS; i++) {
        struct node *last = atomic_load_explicit(&tail, memory_order_acquire);
        struct node *next = atomic_load_explicit(&last->next, memory_order_acquire);

        if (next) {
            atomic_compare_exchange_strong_explicit(&tail, &last, next, memory_order_release, memory_order_relaxed);
            continue;
        }
        if (atomic_compare_exchange_strong_explicit(&last->next, &next, node, memory_order_release,
                                                    memory_order_relaxed)) {
            atomic_compare_exchange_strong_explicit(&tail, &last, node, memory_order_release, memory_order_relaxed);
            break;
        }
    }
    return 0;
}

static void *consumer(void *arg)
{
    struct node *first = atomic_load_explicit(&head, memory_order_acquire);
    struct node *next = atomic_load_explicit(&first->next, memory_order_acquire);

    (void)arg;
    if (next && atomic_compare_exchange_strong_explicit(&head, &first, next, memory_order_release, memory_order_relaxed))
        atomic_load_explicit(&next->value, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, producer, (void *)i);
    pthread_create(&t[N], 0, consumer, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
