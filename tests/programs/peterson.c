/* Peterson's lock for two threads (Myths About the Mutual Exclusion Problem, IPL 1981); it needs seq_cst.
 * BUG_RELEASE_ACQUIRE: each thread may miss that the other wants to enter.
 * BUG_TURN_FIRST: the turn is given away before the flag is raised, which fails even under sc.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef BUG_RELEASE_ACQUIRE
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

static atomic_int wants[2], turn;
static int counter;

static void lock(int me)
{
    int other = 1 - me;

#ifdef BUG_TURN_FIRST
    atomic_store_explicit(&turn, other, STORE);
    atomic_store_explicit(&wants[me], 1, STORE);
#else
    atomic_store_explicit(&wants[me], 1, STORE);
    atomic_store_explicit(&turn, other, STORE);
#endif
    while (atomic_load_explicit(&wants[other], LOAD) && atomic_load_explicit(&turn, LOAD) == other)
        ;
}

static void unlock(int me)
{
    atomic_store_explicit(&wants[me], 0, STORE);
}

static void *worker(void *arg)
{
    int me = (intptr_t)arg;

    lock(me);
    counter++;
    unlock(me);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(counter == 2);
    return 0;
}
