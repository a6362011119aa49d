/* A mutex is unlocked by a thread that does not hold it.
 *
 *     raddle check examples/errors/invalid-unlock.c
 *     error[invalid-unlock]: ...
 */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *arg)
{
    (void)arg;
    pthread_mutex_unlock(&m);
    return 0;
}

int main(void)
{
    pthread_t t[1];

    pthread_mutex_lock(&m);
    pthread_create(&t[0], 0, worker, 0);
    pthread_join(t[0], 0);
    return 0;
}
