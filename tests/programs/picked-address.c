// The reader's address depends on the flag. If a comparison picks it, a machine may predict which one it is, and read there
// before it has read the flag.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int flag;
atomic_int data[2];

static void *writer(void *unused) {
    (void)unused;
    atomic_store_explicit(&data[1], 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

static void *reader(void *unused) {
    (void)unused;
    int seen = atomic_load_explicit(&flag, memory_order_relaxed);
#if defined(COMPARED)
    int index = seen == 1;
#else
    int index = seen;
#endif
    int value = atomic_load_explicit(&data[index], memory_order_relaxed);
    assert(index == 0 || value == 1);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, writer, 0);
    pthread_create(&threads[1], 0, reader, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
