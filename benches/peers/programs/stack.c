/* Treiber's stack: N threads push one node each and then pop one. Nodes have numbers, 0 is none; none is used again. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef RELAXED
#define PUBLISH memory_order_relaxed
#else
#define PUBLISH memory_order_release
#endif

struct node {
    atomic_int value;
    atomic_int next;
};

struct node nodes[N + 1];
atomic_int top;

static void push(int number)
{
    int old = atomic_load_explicit(&top, memory_order_relaxed);

    do
        atomic_store_explicit(&nodes[number].next, old, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &old, number, PUBLISH, memory_order_relaxed));
}

/* The value of the node on top, or 0 if there is none. */
static int pop(void)
{
    int old = atomic_load_explicit(&top, memory_order_acquire);

    while (old) {
        int next = atomic_load_explicit(&nodes[old].next, memory_order_relaxed);

        if (atomic_compare_exchange_strong_explicit(&top, &old, next, memory_order_acquire, memory_order_acquire))
            return atomic_load_explicit(&nodes[old].value, memory_order_relaxed);
    }
    return 0;
}

static void *worker(void *arg)
{
    int number = (intptr_t)arg;

    atomic_store_explicit(&nodes[number].value, number, memory_order_relaxed);
    push(number);
    return (void *)(intptr_t)pop();
}

int main(void)
{
    pthread_t t[N];
    void *popped;
    int sum = 0;

    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i - 1], 0, worker, (void *)i);
    for (int i = 0; i < N; i++) {
        pthread_join(t[i], &popped);
        sum += (intptr_t)popped;
    }
    assert(sum == N * (N + 1) / 2);
    return 0;
}
