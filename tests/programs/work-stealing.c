/* A parallel loop with work stealing: the owner takes indices from the front of its range, a thief from the back; both
 * ends are in one word, which changes by compare-exchange.
 * BUG_SPLIT_STEAL: the thief stores the shortened range without looking whether it has changed.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define ITEMS 3
#define NONE (-1)

static atomic_uint range; /* first in the lower 8 bits, end above */
static atomic_int done[ITEMS];

static int try_change(unsigned *seen, unsigned first, unsigned end)
{
    return atomic_compare_exchange_strong_explicit(&range, seen, first | end << 8, memory_order_relaxed,
                                                   memory_order_relaxed);
}

static int take(void)
{
    unsigned seen = atomic_load_explicit(&range, memory_order_relaxed);

    while ((seen & 0xff) < seen >> 8)
        if (try_change(&seen, (seen & 0xff) + 1, seen >> 8))
            return seen & 0xff;
    return NONE;
}

static int steal(void)
{
    unsigned seen = atomic_load_explicit(&range, memory_order_relaxed);

    while ((seen & 0xff) < seen >> 8) {
#ifdef BUG_SPLIT_STEAL
        atomic_store_explicit(&range, (seen & 0xff) | ((seen >> 8) - 1) << 8, memory_order_relaxed);
        return (seen >> 8) - 1;
#else
        if (try_change(&seen, seen & 0xff, (seen >> 8) - 1))
            return (seen >> 8) - 1;
#endif
    }
    return NONE;
}

static void run(int i)
{
    atomic_fetch_add_explicit(&done[i], 1, memory_order_relaxed);
}

static void *owner(void *arg)
{
    int i;

    (void)arg;
    while ((i = take()) != NONE)
        run(i);
    return 0;
}

static void *thief(void *arg)
{
    int i = steal();

    (void)arg;
    if (i != NONE)
        run(i);
    return 0;
}

int main(void)
{
    pthread_t t[3];

    atomic_store_explicit(&range, ITEMS << 8, memory_order_relaxed);
    pthread_create(&t[0], 0, owner, 0);
    pthread_create(&t[1], 0, thief, 0);
    pthread_create(&t[2], 0, thief, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < ITEMS; i++)
        assert(atomic_load_explicit(&done[i], memory_order_relaxed) == 1);
    return 0;
}
