// A relaxed load in a wrapper: one of its calls must acquire.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifdef INLINED
__attribute__((always_inline)) inline
#endif
static int load(atomic_int *p) {
    return atomic_load_explicit(p, memory_order_relaxed);
}

#ifdef TWO_LEVELS
static int get(atomic_int *p) { return load(p); }
#else
#define get load
#endif

static atomic_int flag, data, other;

static void *writer(void *arg) {
    atomic_store_explicit(&data, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return arg;
}

static void *reader(void *arg) {
#ifdef ONE_CALL
    int set = load(&flag), value = atomic_load_explicit(&data, memory_order_relaxed);
#else
    get(&other);
    int set = get(&flag);
    int value = get(&data);
#endif
    assert(!set || value);
    return arg;
}

int main(void) {
    pthread_t w, r;
    pthread_create(&w, 0, writer, 0);
    pthread_create(&r, 0, reader, 0);
    pthread_join(w, 0);
    pthread_join(r, 0);
}
