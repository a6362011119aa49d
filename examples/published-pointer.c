/* A message behind a pointer that is published with a release store and read with a relaxed load. C11 calls that a data
 * race; every machine keeps the order of a load and of what is loaded through it. The check says so, and where acquire repairs it.
 *
 *     raddle check examples/published-pointer.c
 *     raddle check --model power examples/published-pointer.c
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct message {
    int text;
};

static struct message storage;
static _Atomic(struct message *) published;

static void *writer(void *unused)
{
    storage.text = 42;
    atomic_store_explicit(&published, &storage, memory_order_release);
    return 0;
}

static void *reader(void *unused)
{
    struct message *message = atomic_load_explicit(&published, memory_order_relaxed);
    if (message)
        assert(message->text == 42);
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
