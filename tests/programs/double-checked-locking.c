/* Double-checked locking: the singleton is made under a mutex, but looked for without it first.
 * BUG_RELAXED_CHECK: the pointer is seen, what it points to perhaps not. BUG_RELAXED_STORE: the same from the other side.
 * BUG_NO_SECOND_CHECK: it is made twice.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#define N 2

#ifdef BUG_RELAXED_CHECK
#define CHECK memory_order_relaxed
#else
#define CHECK memory_order_acquire
#endif

#ifdef BUG_RELAXED_STORE
#define STORE memory_order_relaxed
#else
#define STORE memory_order_release
#endif

struct singleton {
    int value;
};

static _Atomic(struct singleton *) instance;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static atomic_int made;

static struct singleton *get(void)
{
    struct singleton *seen = atomic_load_explicit(&instance, CHECK);

    if (!seen) {
        pthread_mutex_lock(&mutex);
#ifndef BUG_NO_SECOND_CHECK
        seen = atomic_load_explicit(&instance, memory_order_relaxed);
#endif
        if (!seen) {
            seen = malloc(sizeof *seen);
            seen->value = 42;
            atomic_fetch_add_explicit(&made, 1, memory_order_relaxed);
            atomic_store_explicit(&instance, seen, STORE);
        }
        pthread_mutex_unlock(&mutex);
    }
    return seen;
}

static void *worker(void *arg)
{
    (void)arg;
    assert(get()->value == 42);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(atomic_load_explicit(&made, memory_order_relaxed) == 1);
    free(atomic_load_explicit(&instance, memory_order_relaxed));
    return 0;
}
