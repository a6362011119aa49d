// Two phases between which one thread, whichever the barrier chooses, adds up what the first phase found.
//
// -DBUG_EVERYBODY     all threads add up: the sum is written by both
// -DBUG_SHORT         the barrier is for one thread only: nobody waits for anybody
// -DBUG_DESTROYED     a thread destroys the barrier before the second phase
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

static pthread_barrier_t barrier;
static int found[2], sum, chosen;

static void *work(void *number)
{
    int me = (int)(intptr_t)number;
    found[me] = me + 1;
    int result = pthread_barrier_wait(&barrier);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
#ifndef BUG_EVERYBODY
    if (result == PTHREAD_BARRIER_SERIAL_THREAD)
#endif
    {
        sum = found[0] + found[1];
        chosen++;
#ifdef BUG_DESTROYED
        pthread_barrier_destroy(&barrier);
#endif
    }
    pthread_barrier_wait(&barrier);
    assert(sum == 3);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
#ifdef BUG_SHORT
    pthread_barrier_init(&barrier, 0, 1);
#else
    pthread_barrier_init(&barrier, 0, 2);
#endif
    pthread_create(&threads[0], 0, work, (void *)0);
    pthread_create(&threads[1], 0, work, (void *)1);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(chosen == 1);
    pthread_barrier_destroy(&barrier);
    return 0;
}
