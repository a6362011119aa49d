// Store buffering by builtins that GCC documents as full barriers, and clang compiles without fences.
#include <assert.h>
#include <pthread.h>

static int x, y, seen[2];

static void *first(void *unused) {
    __sync_fetch_and_add(&x, 1);
    seen[0] = __atomic_load_n(&y, __ATOMIC_RELAXED);
    return unused;
}

static void *second(void *unused) {
    __sync_bool_compare_and_swap(&y, __sync_add_and_fetch(&seen[1], 0), 1);
    seen[1] = __atomic_load_n(&x, __ATOMIC_RELAXED);
    return unused;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], NULL, first, NULL);
    pthread_create(&threads[1], NULL, second, NULL);
    pthread_join(threads[0], NULL);
    pthread_join(threads[1], NULL);
    assert(seen[0] || seen[1]);
    return 0;
}
