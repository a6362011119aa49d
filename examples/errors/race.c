/* Plain data behind a relaxed flag: nothing orders the write of the data before its read, even where the flag was seen.
 *
 *     raddle check examples/errors/race.c
 *     error[race]: ...
 */
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int flag;

static void *writer(void *arg)
{
    (void)arg;
    data = 42;
    atomic_store_explicit(&flag, 1, memory_order_relaxed);
    return 0;
}

static void *reader(void *arg)
{
    int *result = arg;

    if (atomic_load_explicit(&flag, memory_order_relaxed) == 1)
        *result = data;
    return 0;
}

int main(void)
{
    pthread_t t[2];
    int result = 0;

    pthread_create(&t[0], 0, writer, 0);
    pthread_create(&t[1], 0, reader, &result);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
