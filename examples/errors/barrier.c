/* The barrier is destroyed first and waited at afterwards.
 *
 *     raddle check examples/errors/barrier.c
 *     error[barrier]: ...
 */
#include <pthread.h>

static pthread_barrier_t barrier;

static void *worker(void *arg)
{
    (void)arg;
    pthread_barrier_wait(&barrier);
    return 0;
}

int main(void)
{
    pthread_t t[1];

    pthread_barrier_init(&barrier, 0, 1);
    pthread_barrier_destroy(&barrier);
    pthread_create(&t[0], 0, worker, 0);
    pthread_join(t[0], 0);
    return 0;
}
