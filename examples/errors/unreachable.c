/* The author promised the compiler that the states are 0 and 2 only; another thread passes through 1.
 *
 *     raddle check examples/errors/unreachable.c
 *     error[unreachable]: ...
 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int state;

static void *starter(void *arg)
{
    (void)arg;
    atomic_store(&state, 1);
    atomic_store(&state, 2);
    return 0;
}

static int is_running(void)
{
    switch (atomic_load(&state)) {
    case 0:
        return 0;
    case 2:
        return 1;
    default:
        __builtin_unreachable();
    }
}

int main(void)
{
    pthread_t t[1];

    pthread_create(&t[0], 0, starter, 0);
    is_running();
    pthread_join(t[0], 0);
    return 0;
}
