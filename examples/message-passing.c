/* A message and a flag. The writer fills in the message and then sets the flag; the reader looks at the message only where
 * the flag is set. All that is missing is an order: the flag is relaxed, and so nothing makes the message visible with it.
 *
 *     raddle check examples/message-passing.c
 *     error[race]: data race on `message` ...
 *
 * message-passing-fixed.c is the same with a release store and an acquire load.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static int message;
static atomic_bool ready;

static void *writer(void *arg)
{
    (void)arg;
    message = 42;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        assert(message == 42);
    return 0;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
