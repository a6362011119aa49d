/* Load buffering before and behind a barrier. SECTION puts a store that nobody reads into an atomic section, which changes nothing. */
#include <pthread.h>
#include <stdatomic.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

static atomic_int alone, w, x, y, z;
static pthread_barrier_t barrier;

static int load(atomic_int *from)
{
    return atomic_load_explicit(from, memory_order_relaxed);
}

static void store(atomic_int *to, int value)
{
    atomic_store_explicit(to, value, memory_order_relaxed);
}

static void *first(void *arg)
{
    load(&x);
    store(&y, 1);
    pthread_barrier_wait(&barrier);
    load(&z);
    store(&w, 1);
    return 0;
}

static void *second(void *arg)
{
    load(&y);
    store(&x, 1);
    pthread_barrier_wait(&barrier);
    load(&w);
    store(&z, 1);
    return 0;
}

int main(void)
{
    pthread_t a, b;

#ifdef SECTION
    __VERIFIER_atomic_begin();
    store(&alone, 1);
    __VERIFIER_atomic_end();
#endif
    pthread_barrier_init(&barrier, 0, 2);
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    load(&w);
    store(&x, 2);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
