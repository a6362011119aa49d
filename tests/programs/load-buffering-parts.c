/* A word that is also stored in part, beside two threads that may buffer loads. What such a store does in an execution with load
 * buffering xmm does not define. -DORDERED: the loads acquire, so that there is none, and xmm is rc20. */
#include <pthread.h>
#include <stdatomic.h>

#ifdef ORDERED
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_relaxed
#define STORE memory_order_relaxed
#endif

static union {
    _Atomic unsigned whole;
    _Atomic unsigned char part[4];
} word;
static atomic_int x, y;

static void *one(void *arg)
{
    (void)arg;
    atomic_load_explicit(&x, LOAD);
    atomic_store_explicit(&y, 1, STORE);
    atomic_store_explicit(&word.part[0], 1, memory_order_relaxed);
    return 0;
}

static void *two(void *arg)
{
    (void)arg;
    atomic_load_explicit(&y, LOAD);
    atomic_store_explicit(&x, 1, STORE);
    atomic_load_explicit(&word.whole, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], 0, one, 0);
    pthread_create(&threads[1], 0, two, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
