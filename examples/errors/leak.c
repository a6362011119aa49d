/* The node that main replaces is reachable from nowhere afterwards.
 *
 *     raddle check --check-leaks examples/errors/leak.c
 *     error[leak]: ...
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *publisher(void *arg)
{
    int *node = malloc(sizeof *node);

    (void)arg;
    *node = 1;
    atomic_store(&shared, node);
    return 0;
}

int main(void)
{
    pthread_t t[1];

    pthread_create(&t[0], 0, publisher, 0);
    pthread_join(t[0], 0);
    atomic_store(&shared, 0);
    return 0;
}
