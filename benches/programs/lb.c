/* Load buffering in a ring: each of N threads reads its cell and then writes the next one, without a dependency. A thread reads
 * the initial value or its neighbour's: 2^N executions, one fewer if they cannot all read their neighbours'. The first D threads
 * compute what they write from what they read: that orders the two accesses, but one thread that does not is enough for the
 * cycle.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif
#ifndef D
#define D 0
#endif

atomic_int x[N];

static void *independent(void *arg)
{
    int i = (intptr_t)arg;

    atomic_load_explicit(&x[i], memory_order_relaxed);
    atomic_store_explicit(&x[(i + 1) % N], 1, memory_order_relaxed);
    return 0;
}

static void *dependent(void *arg)
{
    int i = (intptr_t)arg;
    int r = atomic_load_explicit(&x[i], memory_order_relaxed);

    atomic_store_explicit(&x[(i + 1) % N], r + 1, memory_order_relaxed);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, i < D ? dependent : independent, (void *)i);
    return 0;
}
