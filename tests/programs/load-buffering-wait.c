/* A loop waits for `go` and keeps the last `seen` that it read. What follows the loop need not wait for that read: another thread
 * may answer to it, and the loop may see the answer. -DDECIDES: whether the loop goes on depends on what it keeps, too. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, seen, done;

#ifdef DECIDES
#define STAYS(last) ((last) != 2)
#else
#define STAYS(last) 1
#endif

static void *wait(void *arg)
{
    int last = 0;

    (void)arg;
    while (STAYS(last) && !atomic_load_explicit(&go, memory_order_relaxed))
        last = atomic_load_explicit(&seen, memory_order_relaxed);
    atomic_store_explicit(&done, 1, memory_order_relaxed);
    assert(last == 0);
    return 0;
}

static void *answer(void *arg)
{
    (void)arg;
    atomic_store_explicit(&seen, atomic_load_explicit(&done, memory_order_relaxed), memory_order_relaxed);
    return 0;
}

static void *start(void *arg)
{
    (void)arg;
    atomic_store_explicit(&go, 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t threads[3];

    pthread_create(&threads[0], 0, wait, 0);
    pthread_create(&threads[1], 0, answer, 0);
    pthread_create(&threads[2], 0, start, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    return 0;
}
