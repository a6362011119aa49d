/* Two threads take two mutexes in opposite orders.
 *
 *     raddle check examples/errors/deadlock.c
 *     error[deadlock]: ...
 */
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;

static void *forth(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return 0;
}

static void *back(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, forth, 0);
    pthread_create(&t[1], 0, back, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
