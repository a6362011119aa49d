// Two threads share a pool of one buffer. A semaphore counts what is free; who does not get it in time does without.
//
// -DBUG_IGNORES_TIMEOUT   it takes the buffer although it waited in vain
// -DBUG_DOUBLE_POST       a buffer is given back twice: both threads have it
// -DBUG_NO_POST           it is never given back: with a wait for good instead of a deadline, a deadlock
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t available;
static int buffer;

static void *use(void *unused)
{
#ifdef BUG_NO_POST
    sem_wait(&available);
#else
    struct timespec deadline;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec++;
    if (sem_timedwait(&available, &deadline) != 0) {
        assert(errno == ETIMEDOUT);
#ifndef BUG_IGNORES_TIMEOUT
        return 0;
#endif
    }
#endif
    buffer++;
#ifndef BUG_NO_POST
    sem_post(&available);
#endif
#ifdef BUG_DOUBLE_POST
    sem_post(&available);
#endif
    return 0;
}

int main(void)
{
    pthread_t threads[3];
    sem_init(&available, 0, 1);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], 0, use, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    int value;
    sem_getvalue(&available, &value);
    assert(value == 1 && buffer >= 1 && buffer <= 3);
    sem_destroy(&available);
    return 0;
}
