/* N threads write a cell of their own, add to it and look at one that nobody writes, ROUNDS times each: one execution for
 * any number of threads.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 64
#endif
#define ROUNDS 50

atomic_int own[N], common[ROUNDS];

static void *worker(void *arg)
{
    atomic_int *mine = &own[(intptr_t)arg];

    for (int i = 0; i < ROUNDS; i++) {
        atomic_store_explicit(mine, i, memory_order_release);
        atomic_fetch_add_explicit(mine, 1, memory_order_acq_rel);
        atomic_load_explicit(&common[i], memory_order_acquire);
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
