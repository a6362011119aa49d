/* A message and a flag, as in message-passing.c, with the order that was missing: whoever sees the flag by an acquire load
 * also sees what was written before the release store.
 *
 *     raddle check examples/message-passing-fixed.c
 *     ok: no errors in 2 executions ...
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
    atomic_store_explicit(&ready, 1, memory_order_release);
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    if (atomic_load_explicit(&ready, memory_order_acquire))
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
