/* Dekker's algorithm, the first lock from loads and stores (Dijkstra, Cooperating Sequential Processes, 1965); it needs
 * seq_cst.
 * BUG_RELEASE_ACQUIRE: each thread may miss that the other wants to enter.
 * BUG_FORGET_FLAG: a thread that gave way does not raise its flag again, which fails even under sc (with ROUNDS=2).
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

#ifndef ROUNDS
#define ROUNDS 1
#endif

static atomic_int wants[2], turn;
static int counter;

static void lock(int me)
{
    int other = 1 - me;

    atomic_store_explicit(&wants[me], 1, STORE);
    while (atomic_load_explicit(&wants[other], LOAD)) {
        if (atomic_load_explicit(&turn, LOAD) != me) {
            atomic_store_explicit(&wants[me], 0, STORE);
            while (atomic_load_explicit(&turn, LOAD) != me)
                ;
#ifndef BUG_FORGET_FLAG
            atomic_store_explicit(&wants[me], 1, STORE);
#endif
        }
    }
}

static void unlock(int me)
{
    atomic_store_explicit(&turn, 1 - me, STORE);
    atomic_store_explicit(&wants[me], 0, STORE);
}

static void *worker(void *arg)
{
    int me = (intptr_t)arg;

    for (int i = 0; i < ROUNDS; i++) {
        lock(me);
        counter++;
        unlock(me);
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(counter == 2 * ROUNDS);
    return 0;
}
