/* Two threads hand a turn to each other. The second gives it to nobody, and the first waits for ever.
 *
 *     raddle check --check-liveness examples/errors/liveness.c
 *     error[liveness]: ...
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int turn;

static void *first(void *arg)
{
    (void)arg;
    atomic_store_explicit(&turn, 1, memory_order_release);
    while (atomic_load_explicit(&turn, memory_order_acquire) != 2)
        ;
    return 0;
}

static void *second(void *arg)
{
    (void)arg;
    while (atomic_load_explicit(&turn, memory_order_acquire) != 1)
        ;
    atomic_store_explicit(&turn, 0, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
