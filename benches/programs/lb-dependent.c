/* Load buffering in a ring of N threads, as in lb.c, of which only the first writes whatever it reads. The others write what they
 * read, so that 2^N executions have few values; with -DCTRL they write only if they read 1, and there are N + 1 executions.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

atomic_int x[N];

static void *worker(void *arg)
{
    int i = (intptr_t)arg;
    int r = atomic_load_explicit(&x[i], memory_order_relaxed);

#ifdef CTRL
    if (i == 0 || r)
        atomic_store_explicit(&x[(i + 1) % N], 1, memory_order_relaxed);
#else
    atomic_store_explicit(&x[(i + 1) % N], i == 0 ? 1 : r, memory_order_relaxed);
#endif
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
