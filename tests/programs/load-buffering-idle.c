/* A loop waits for `turn`, and what it read before it went on orders nothing: but without that read nothing is known to race. With it,
 * the first thread's read of `answer` is before its write, which shows that the read may be late; then it may see the write
 * although its thread writes something else. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int answer, turn, seen;
static int first, second;

static void *ask(void *arg)
{
    (void)arg;
    first = atomic_load_explicit(&answer, memory_order_relaxed);
    if (first == 0)
        atomic_store_explicit(&turn, 1, memory_order_relaxed);
    else
        atomic_store_explicit(&seen, 1, memory_order_relaxed);
    return 0;
}

static void *wait(void *arg)
{
    (void)arg;
    while (atomic_load_explicit(&turn, memory_order_relaxed) != 2)
        ;
    second = atomic_load_explicit(&seen, memory_order_relaxed);
    atomic_store_explicit(&answer, 1, memory_order_relaxed);
    return 0;
}

static void *start(void *arg)
{
    (void)arg;
    atomic_store_explicit(&turn, 2, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t threads[3];

    pthread_create(&threads[0], 0, ask, 0);
    pthread_create(&threads[1], 0, wait, 0);
    pthread_create(&threads[2], 0, start, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
    assert(!(first == 1 && second == 1));
    return 0;
}
