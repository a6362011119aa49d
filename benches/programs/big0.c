/* Two readers of two writers, who store to two variables each. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

atomic_int x, y, z, w;

static int load(atomic_int *p)
{
    return atomic_load_explicit(p, memory_order_acquire);
}

static void *long_reader(void *arg)
{
    (void)arg;
    load(&x);
    load(&y);
    load(&z);
    load(&w);
    load(&x);
    load(&y);
    load(&z);
    return 0;
}

static void *short_reader(void *arg)
{
    (void)arg;
    load(&x);
    load(&y);
    load(&z);
    return 0;
}

static void *xy_writer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= 3; i++) {
        atomic_store_explicit(&x, i, memory_order_release);
        atomic_store_explicit(&y, i, memory_order_release);
    }
    return 0;
}

static void *zw_writer(void *arg)
{
    (void)arg;
    for (int i = 1; i <= 3; i++) {
        atomic_store_explicit(&z, i, memory_order_release);
        atomic_store_explicit(&w, i, memory_order_release);
    }
    return 0;
}

int main(void)
{
    pthread_t t[4];

    pthread_create(&t[0], 0, long_reader, 0);
    pthread_create(&t[1], 0, short_reader, 0);
    pthread_create(&t[2], 0, xy_writer, 0);
    pthread_create(&t[3], 0, zw_writer, 0);
    return 0;
}
