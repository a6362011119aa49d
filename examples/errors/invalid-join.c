/* A thread is joined twice.
 *
 *     raddle check examples/errors/invalid-join.c
 *     error[invalid-join]: ...
 */
#include <pthread.h>

static void *worker(void *arg)
{
    return arg;
}

int main(void)
{
    pthread_t t[1];

    pthread_create(&t[0], 0, worker, 0);
    pthread_join(t[0], 0);
    pthread_join(t[0], 0);
    return 0;
}
