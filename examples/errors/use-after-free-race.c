/* A reader may still look at the node when the other thread frees it. In the executions where it is not too late the
 * program does what was meant, so that running it seldom shows the error.
 *
 *     raddle check examples/errors/use-after-free-race.c
 *     error[use-after-free]: ...
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *reader(void *arg)
{
    int *node = atomic_load_explicit(&shared, memory_order_acquire);

    (void)arg;
    return node && *node != 42 ? node : 0;
}

static void *owner(void *arg)
{
    (void)arg;
    free(atomic_exchange_explicit(&shared, 0, memory_order_acq_rel));
    return 0;
}

int main(void)
{
    pthread_t t[2];
    int *node = malloc(sizeof *node);

    *node = 42;
    atomic_store_explicit(&shared, node, memory_order_release);
    pthread_create(&t[0], 0, reader, 0);
    pthread_create(&t[1], 0, owner, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
