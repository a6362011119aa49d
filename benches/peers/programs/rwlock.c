/* A reader-writer lock that counts down from a bias: N threads write two variables under it, and one reads both. Who does
 * not get the lock gives up.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef RELAXED
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif
#define BIAS 0x100000

atomic_int lock = BIAS, a, b;

static void *writer(void *arg)
{
    int number = (intptr_t)arg;

    if (atomic_fetch_add_explicit(&lock, -BIAS, memory_order_acquire) == BIAS) {
        atomic_store_explicit(&a, number, memory_order_relaxed);
        atomic_store_explicit(&b, number, memory_order_relaxed);
        atomic_fetch_add_explicit(&lock, BIAS, UNLOCK);
    } else {
        atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
    }
    return 0;
}

static void *reader(void *arg)
{
    (void)arg;
    if (atomic_fetch_add_explicit(&lock, -1, memory_order_acquire) > 0) {
        int first = atomic_load_explicit(&a, memory_order_relaxed);
        int second = atomic_load_explicit(&b, memory_order_relaxed);

        assert(first == second);
    }
    atomic_fetch_add_explicit(&lock, 1, UNLOCK);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i - 1], 0, writer, (void *)i);
    pthread_create(&t[N], 0, reader, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
