/* Lamport's bakery (A New Solution of Dijkstra's Concurrent Programming Problem, CACM 1974); it needs seq_cst.
 * BUG_RELEASE_ACQUIRE: threads may miss each other's numbers.
 * BUG_NO_CHOOSING: without the flag around drawing a number two threads can enter, even under sc.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 2

#ifdef BUG_RELEASE_ACQUIRE
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

static atomic_int choosing[N], number[N];
static int counter;

static int draw(int me)
{
    int max = 0;

    for (int j = 0; j < N; j++) {
        int n = j == me ? 0 : atomic_load_explicit(&number[j], LOAD);

        if (n > max)
            max = n;
    }
    return max + 1;
}

static int before(int j, int me, int mine)
{
    int n = atomic_load_explicit(&number[j], LOAD);

    return n != 0 && (n < mine || (n == mine && j < me));
}

static void lock(int me)
{
    int mine;

#ifndef BUG_NO_CHOOSING
    atomic_store_explicit(&choosing[me], 1, STORE);
#endif
    mine = draw(me);
    atomic_store_explicit(&number[me], mine, STORE);
    atomic_store_explicit(&choosing[me], 0, STORE);
    for (int j = 0; j < N; j++) {
        if (j == me)
            continue;
        while (atomic_load_explicit(&choosing[j], LOAD))
            ;
        while (before(j, me, mine))
            ;
    }
}

static void unlock(int me)
{
    atomic_store_explicit(&number[me], 0, STORE);
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
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == N);
    return 0;
}
