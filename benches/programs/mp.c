/* A message behind a flag: the reader looks up to L times whether it is there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef L
#define L 3
#endif

atomic_int message, flag;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store_explicit(&message, 1, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, memory_order_release);
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    for (int i = 0; i < L; i++)
        if (atomic_load_explicit(&flag, memory_order_acquire)) {
            assert(atomic_load_explicit(&message, memory_order_relaxed) == 1);
            break;
        }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
