/* A ticket lock (Mellor-Crummey and Scott, TOCS 1991): draw a number, wait until it is served.
 * BUG_RELAXED_WAIT: the wait does not acquire. BUG_SPLIT_TICKET: two threads can draw the same number.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 3
#endif

#ifdef BUG_RELAXED_WAIT
#define WAIT memory_order_relaxed
#else
#define WAIT memory_order_acquire
#endif

static atomic_uint next, serving;
static int counter;

static unsigned lock(void)
{
    unsigned mine;

#ifdef BUG_SPLIT_TICKET
    mine = atomic_load_explicit(&next, memory_order_relaxed);
    atomic_store_explicit(&next, mine + 1, memory_order_relaxed);
#else
    mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
#endif
    while (atomic_load_explicit(&serving, WAIT) != mine)
        ;
    return mine;
}

static void unlock(unsigned mine)
{
    atomic_store_explicit(&serving, mine + 1, memory_order_release);
}

static void *worker(void *arg)
{
    unsigned mine = lock();

    (void)arg;
    counter++;
    unlock(mine);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == N);
    return 0;
}
