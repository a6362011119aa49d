/* N readers of one store: 2^N executions. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store_explicit(&x, 42, memory_order_release);
    return 0;
}

static void *reader(void *arg)
{
    int value = atomic_load_explicit(&x, memory_order_acquire);

    (void)arg;
    assert(value == 0 || value == 42);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    pthread_create(&t[0], 0, writer, 0);
    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i], 0, reader, (void *)i);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
