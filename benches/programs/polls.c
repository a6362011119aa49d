/* T threads look at a flag N times that nobody sets: one execution in which one write has NT readers. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef T
#define T 4
#endif
#ifndef N
#define N 1000
#endif

atomic_int flag;

static void *worker(void *arg)
{
    (void)arg;
    for (int i = 0; i < N; i++)
        atomic_load_explicit(&flag, memory_order_acquire);
    return 0;
}

int main(void)
{
    pthread_t t[T];

    for (intptr_t i = 0; i < T; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < T; i++)
        pthread_join(t[i], 0);
    return 0;
}
