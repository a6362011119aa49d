/* A thread is given the address of a variable whose block ends before the thread does.
 *
 *     raddle check examples/errors/use-after-scope.c
 *     error[use-after-scope]: ...
 */
#include <pthread.h>

static void *worker(void *arg)
{
    *(int *)arg += 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    {
        int count = 0;

        pthread_create(&t, 0, worker, &count);
    }
    pthread_join(t, 0);
    return 0;
}
