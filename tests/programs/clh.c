/* The CLH queue lock (Craig 1993; Landin and Hagersten 1994): each thread spins on the node of the one before it, and
 * goes on with that node afterwards.
 * BUG_RELAXED_SWAP: whoever queues up behind may not see that the node is taken.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 2

#ifndef ROUNDS
#define ROUNDS 2
#endif

#ifdef BUG_RELAXED_SWAP
#define SWAP memory_order_relaxed
#else
#define SWAP memory_order_acq_rel
#endif

struct node {
    atomic_int taken;
};

static struct node nodes[N + 1];
static _Atomic(struct node *) tail = &nodes[N];
static int counter;

static struct node *lock(struct node *mine)
{
    struct node *before;

    atomic_store_explicit(&mine->taken, 1, memory_order_relaxed);
    before = atomic_exchange_explicit(&tail, mine, SWAP);
    while (atomic_load_explicit(&before->taken, memory_order_acquire))
        ;
    return before;
}

static void unlock(struct node *mine)
{
    atomic_store_explicit(&mine->taken, 0, memory_order_release);
}

static void *worker(void *arg)
{
    struct node *mine = &nodes[(intptr_t)arg];

    for (int i = 0; i < ROUNDS; i++) {
        struct node *before = lock(mine);

        counter++;
        unlock(mine);
        mine = before;
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == N * ROUNDS);
    return 0;
}
