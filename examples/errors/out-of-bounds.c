/* Threads draw a slot each; there is one thread more than there are slots.
 *
 *     raddle check examples/errors/out-of-bounds.c
 *     error[out-of-bounds]: ...
 */
#include <pthread.h>
#include <stdatomic.h>

#define SLOTS 2
#define THREADS 3

static int slots[SLOTS];
static atomic_int next;

static void *worker(void *arg)
{
    (void)arg;
    slots[atomic_fetch_add_explicit(&next, 1, memory_order_relaxed)] = 1;
    return 0;
}

int main(void)
{
    pthread_t t[THREADS];

    for (int i = 0; i < THREADS; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(t[i], 0);
    return 0;
}
