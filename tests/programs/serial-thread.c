/* Which thread a barrier names is a choice among N, not an order of their arrivals: ROUNDS rounds have N^ROUNDS executions.
 * -DAGAIN: the barrier is initialised again between two phases, which the same threads pass.
 * -DBUG_ALL: every thread adds to the sum.
 */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#ifndef N
#define N 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

static pthread_barrier_t *barrier, ends;
static int sum;

static void *work(void *unused)
{
    for (int i = 0; i < ROUNDS; i++) {
        int result = pthread_barrier_wait(barrier);

#ifdef BUG_ALL
        sum++;
#else
        if (result == PTHREAD_BARRIER_SERIAL_THREAD)
            sum++;
        else
            assert(result == 0);
#endif
    }
#ifdef AGAIN
    if (pthread_barrier_wait(&ends) == PTHREAD_BARRIER_SERIAL_THREAD) {
        pthread_barrier_destroy(barrier);
        pthread_barrier_init(barrier, 0, N);
    }
    pthread_barrier_wait(&ends);
    if (pthread_barrier_wait(barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
        sum++;
#endif
    return unused;
}

int main(void)
{
    pthread_t threads[N];

    barrier = malloc(sizeof *barrier);
    pthread_barrier_init(barrier, 0, N);
    pthread_barrier_init(&ends, 0, N);
    for (int i = 0; i < N; i++)
        pthread_create(&threads[i], 0, work, 0);
    for (int i = 0; i < N; i++)
        pthread_join(threads[i], 0);
    pthread_barrier_destroy(barrier);
    free(barrier);
#ifdef AGAIN
    assert(sum == ROUNDS + 1);
#else
    assert(sum == ROUNDS);
#endif
}
