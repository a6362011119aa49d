/* Load buffering: each thread tells what it read after it has told the other to go on. Only models that let a store be seen
 * before an earlier load of its thread is done allow both to have read 1. -DDATA: what is stored depends on what was read. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int first, second;

#ifdef DATA
#define STORED(read) ((read) ^ (read) ^ 1)
#else
#define STORED(read) 1
#endif

static void *one(void *arg)
{
    (void)arg;
    int read = atomic_load_explicit(&x, memory_order_relaxed);
    atomic_store_explicit(&y, STORED(read), memory_order_relaxed);
    first = read;
    return 0;
}

static void *two(void *arg)
{
    (void)arg;
    int read = atomic_load_explicit(&y, memory_order_relaxed);
    atomic_store_explicit(&x, STORED(read), memory_order_relaxed);
    second = read;
    return 0;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, two, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(!(first && second));
    return 0;
}
