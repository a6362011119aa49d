/* A stack whose pop loads and stores the top, so that two threads can take the same value.
 *
 *     raddle check --spec stack examples/errors/specification.c
 *     error[specification]: ...
 */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

static atomic_int values[4], top;

RADDLE_OP1(push, value)
{
    int height = atomic_load(&top);

    atomic_store(&values[height], (int)value);
    atomic_store(&top, height + 1);
    return RADDLE_VOID;
}

RADDLE_OP(pop)
{
    int height = atomic_load(&top);

    if (height == 0)
        return RADDLE_EMPTY;
    atomic_store(&top, height - 1);
    return atomic_load(&values[height - 1]);
}

static void *popper(void *arg)
{
    op_pop();
    return arg;
}

int main(void)
{
    pthread_t threads[2];

    op_push(1);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], 0, popper, 0);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], 0);
    return 0;
}
