/* Treiber's stack over a pool of nodes that are reused; a tag beside the index of the top node counts its changes.
 * BUG_NO_TAG: the ABA problem. A pop that saw node 1 above node 2 succeeds after the other thread took both and put 1
 * back: node 2 is on the stack again, though it is taken.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define NODES 2

#ifdef BUG_NO_TAG
#define TAG 0u
#else
#define TAG 0x100u
#endif

static atomic_uint top; /* the index of a node, from 1 on, or 0; from bit 8 on the tag */
static atomic_uint next[NODES + 1];
static atomic_int taken[NODES + 1];

static void push(unsigned node)
{
    unsigned seen = atomic_load_explicit(&top, memory_order_relaxed);

    atomic_store_explicit(&taken[node], 0, memory_order_relaxed);
    do
        atomic_store_explicit(&next[node], seen & 0xff, memory_order_relaxed);
    while (!atomic_compare_exchange_strong_explicit(&top, &seen, ((seen & ~0xffu) + TAG) | node,
                                                    memory_order_release, memory_order_relaxed));
}

static unsigned pop(void)
{
    unsigned seen = atomic_load_explicit(&top, memory_order_acquire);
    unsigned below;

    do {
        if ((seen & 0xff) == 0)
            return 0;
        below = atomic_load_explicit(&next[seen & 0xff], memory_order_relaxed);
    } while (!atomic_compare_exchange_strong_explicit(&top, &seen, ((seen & ~0xffu) + TAG) | below,
                                                      memory_order_acquire, memory_order_acquire));
    assert(atomic_exchange_explicit(&taken[seen & 0xff], 1, memory_order_relaxed) == 0);
    return seen & 0xff;
}

static void *one(void *arg)
{
    (void)arg;
    pop();
    return 0;
}

static void *two(void *arg)
{
    unsigned node = pop();

    (void)arg;
    pop();
    if (node)
        push(node);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    push(2);
    push(1);
    pthread_create(&t[0], 0, one, 0);
    pthread_create(&t[1], 0, two, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    while (pop())
        ;
    return 0;
}
