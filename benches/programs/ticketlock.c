/* A ticket lock whose owner reads what the lock protects, and counts up: N! executions. Threads race in ways that look like load
 * buffering, on one location each.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 3
#endif

atomic_int next, owner;
int data;

static void *worker(void *arg)
{
    (void)arg;
    int ticket = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);

    while (atomic_load_explicit(&owner, memory_order_acquire) != ticket)
        ;
    data = 0;
    (void)*(volatile int *)&data;
    int now = atomic_load_explicit(&owner, memory_order_relaxed);
    atomic_store_explicit(&owner, now + 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
