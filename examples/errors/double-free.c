/* Two threads clean up; taking the pointer with a load and a store instead of an exchange lets both have it.
 *
 *     raddle check examples/errors/double-free.c
 *     error[double-free]: ...
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic(int *) shared;

static void *cleaner(void *arg)
{
    int *node = atomic_load(&shared);

    (void)arg;
    atomic_store(&shared, 0);
    free(node);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    atomic_store(&shared, malloc(sizeof(int)));
    pthread_create(&t[0], 0, cleaner, 0);
    pthread_create(&t[1], 0, cleaner, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
