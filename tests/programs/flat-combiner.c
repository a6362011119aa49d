/* Flat combining (Hendler et al., SPAA 2010): a thread writes down its request; whoever gets the lock serves them all.
 * BUG_RELAXED_DONE: the result is not published with the sign that the request was served.
 * BUG_RELAXED_UNLOCK: the next combiner may not see the structure as the last one left it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 2

#ifdef BUG_RELAXED_DONE
#define DONE memory_order_relaxed
#else
#define DONE memory_order_release
#endif

#ifdef BUG_RELAXED_UNLOCK
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

static struct {
    atomic_int pending;
    int argument, result;
} requests[N];

static atomic_int locked;
static int total;

static void combine(void)
{
    for (int i = 0; i < N; i++) {
        if (atomic_load_explicit(&requests[i].pending, memory_order_acquire)) {
            total += requests[i].argument;
            requests[i].result = total;
            atomic_store_explicit(&requests[i].pending, 0, DONE);
        }
    }
}

static int add(int me, int argument)
{
    requests[me].argument = argument;
    atomic_store_explicit(&requests[me].pending, 1, memory_order_release);
    while (atomic_load_explicit(&requests[me].pending, memory_order_acquire)) {
        int expected = 0;

        if (atomic_compare_exchange_strong_explicit(&locked, &expected, 1, memory_order_acquire,
                                                    memory_order_relaxed)) {
            combine();
            atomic_store_explicit(&locked, 0, UNLOCK);
        }
    }
    return requests[me].result;
}

static void *worker(void *arg)
{
    int me = (intptr_t)arg;
    int result = add(me, me + 1);

    assert(result == me + 1 || result == 3);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(total == 3);
    return 0;
}
