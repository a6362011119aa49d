/* The reader does not wait until there is something to read.
 *
 *     raddle check examples/errors/null-dereference.c
 *     error[null-dereference]: ...
 */
#include <pthread.h>
#include <stdatomic.h>

static int cell;
static _Atomic(int *) shared;

static void *publisher(void *arg)
{
    (void)arg;
    cell = 42;
    atomic_store_explicit(&shared, &cell, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[1];
    int value;

    pthread_create(&t[0], 0, publisher, 0);
    value = *atomic_load_explicit(&shared, memory_order_acquire);
    pthread_join(t[0], 0);
    return value != 42;
}
