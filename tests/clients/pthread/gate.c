/* A gate: threads wait until it opens, and all of them must be woken.
 * BUG_SIGNAL: pthread_cond_signal instead of pthread_cond_broadcast wakes only one.
 */
#include <assert.h>
#include <pthread.h>

#define WAITERS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int open, passed;

static void *waiter(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    while (!open)
        pthread_cond_wait(&opened, &mutex);
    passed++;
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t t[WAITERS];

    for (int i = 0; i < WAITERS; i++)
        pthread_create(&t[i], 0, waiter, 0);
    pthread_mutex_lock(&mutex);
    open = 1;
#ifdef BUG_SIGNAL
    pthread_cond_signal(&opened);
#else
    pthread_cond_broadcast(&opened);
#endif
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < WAITERS; i++)
        pthread_join(t[i], 0);
    assert(passed == WAITERS);
    return 0;
}
