/* Lamport's fast mutex (A Fast Mutual Exclusion Algorithm, TOCS 1987) with spin loops; it needs seq_cst.
 * BUG_RELEASE_ACQUIRE: threads may miss each other's announcements.
 * BUG_NO_WAIT: a thread that lost the race for x does not wait for those on the fast path, which fails even under sc.
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

static atomic_int b[N + 1], x, y;
static int counter;

static void lock(int me)
{
    for (;;) {
        atomic_store_explicit(&b[me], 1, STORE);
        atomic_store_explicit(&x, me, STORE);
        if (atomic_load_explicit(&y, LOAD) != 0) {
            atomic_store_explicit(&b[me], 0, STORE);
            while (atomic_load_explicit(&y, LOAD) != 0)
                ;
            continue;
        }
        atomic_store_explicit(&y, me, STORE);
        if (atomic_load_explicit(&x, LOAD) == me)
            return;
        atomic_store_explicit(&b[me], 0, STORE);
#ifndef BUG_NO_WAIT
        for (int j = 1; j <= N; j++)
            while (atomic_load_explicit(&b[j], LOAD))
                ;
#endif
        if (atomic_load_explicit(&y, LOAD) == me)
            return;
        while (atomic_load_explicit(&y, LOAD) != 0)
            ;
    }
}

static void unlock(int me)
{
    atomic_store_explicit(&y, 0, STORE);
    atomic_store_explicit(&b[me], 0, STORE);
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

    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i - 1], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == N);
    return 0;
}
