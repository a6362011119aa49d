/* Message passing: a value, and a flag that says that it is there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef RELAXED
#define PUBLISH memory_order_relaxed
#define OBSERVE memory_order_relaxed
#else
#define PUBLISH memory_order_release
#define OBSERVE memory_order_acquire
#endif

atomic_int data, flag;

static void *writer(void *arg)
{
    (void)arg;
    atomic_store_explicit(&data, 42, memory_order_relaxed);
    atomic_store_explicit(&flag, 1, PUBLISH);
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    if (atomic_load_explicit(&flag, OBSERVE) == 1)
        assert(atomic_load_explicit(&data, memory_order_relaxed) == 42);
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
