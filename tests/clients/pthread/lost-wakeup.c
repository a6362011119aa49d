/* One thread waits for another with a condition variable.
 * BUG_LOST_WAKEUP: the flag is set without the mutex. Between the look at the flag and the wait the signal reaches nobody,
 * and the wait never ends.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static atomic_int ready;

static void *waiter(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
    while (!atomic_load(&ready))
        pthread_cond_wait(&changed, &mutex);
    pthread_mutex_unlock(&mutex);
    assert(atomic_load(&ready));
    return 0;
}

static void *notifier(void *arg)
{
    (void)arg;
#ifdef BUG_LOST_WAKEUP
    atomic_store(&ready, 1);
#else
    pthread_mutex_lock(&mutex);
    atomic_store(&ready, 1);
    pthread_mutex_unlock(&mutex);
#endif
    pthread_cond_signal(&changed);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, waiter, 0);
    pthread_create(&t[1], 0, notifier, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
