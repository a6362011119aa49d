/* Load buffering around a read of memory that was never written unless it reads what main wrote. A graph that is built from the
 * middle fills that read in last, when the store after it is there already. -DBUG_LATE: what is read is written by the other thread. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int x, y;
static atomic_int *cell;

static void *one(void *arg)
{
    (void)arg;
    (void)atomic_load_explicit(&x, memory_order_relaxed);
    (void)atomic_load_explicit(cell, memory_order_relaxed);
    atomic_store_explicit(&y, 1, memory_order_relaxed);
    return 0;
}

static void *two(void *arg)
{
    (void)arg;
    int read = atomic_load_explicit(&y, memory_order_relaxed);
#ifdef BUG_LATE
    atomic_store_explicit(cell, 1, memory_order_relaxed);
#endif
    atomic_store_explicit(&x, read, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t threads[2];

    cell = malloc(sizeof *cell);
#ifndef BUG_LATE
    atomic_store_explicit(cell, 1, memory_order_relaxed);
#endif
    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, two, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    free(cell);
    return 0;
}
