/* The worker frees what it was lent, and main goes on using it.
 *
 *     raddle check examples/errors/use-after-free.c
 *     error[use-after-free]: ...
 */
#include <pthread.h>
#include <stdlib.h>

static void *worker(void *arg)
{
    int *counter = arg;

    *counter += 1;
    free(counter);
    return 0;
}

int main(void)
{
    pthread_t t[1];
    int *counter = malloc(sizeof *counter);

    *counter = 0;
    pthread_create(&t[0], 0, worker, counter);
    pthread_join(t[0], 0);
    return *counter - 1;
}
