/* Two threads exchange cells in phases that a pthread barrier separates: write, barrier, read the other's, barrier.
 * BUG_ONE_BARRIER: without the second one a thread may write while the other still reads.
 * BUG_COUNT: the barrier waits for a thread that never comes.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define N 2
#define PHASES 2

static pthread_barrier_t barrier;
static int cells[N];
static int sums[N];
static int serial;

static void *worker(void *arg)
{
    int me = (intptr_t)arg;

    for (int phase = 1; phase <= PHASES; phase++) {
        cells[me] = phase;
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            serial++; /* one thread only, and the next one after another barrier */
        sums[me] += cells[1 - me];
#ifndef BUG_ONE_BARRIER
        pthread_barrier_wait(&barrier);
#endif
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];

#ifdef BUG_COUNT
    pthread_barrier_init(&barrier, 0, N + 1);
#else
    pthread_barrier_init(&barrier, 0, N);
#endif
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(serial == PHASES && sums[0] == 3 && sums[1] == 3);
    pthread_barrier_destroy(&barrier);
    return 0;
}
