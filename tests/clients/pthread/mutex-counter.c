/* A counter under a pthread mutex.
 * BUG_NO_LOCK: one thread forgets the mutex. BUG_MISSING_UNLOCK: one way out of the critical section keeps it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>

#define N 3

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *worker(void *arg)
{
    int me = (intptr_t)arg;

#ifdef BUG_NO_LOCK
    if (me == 0) {
        counter++;
        return 0;
    }
#endif
    pthread_mutex_lock(&mutex);
    counter++;
#ifdef BUG_MISSING_UNLOCK
    if (me == 1)
        return 0;
#endif
    (void)me;
    pthread_mutex_unlock(&mutex);
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
