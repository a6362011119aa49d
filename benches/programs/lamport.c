/* Lamport's fast mutex (A Fast Mutual Exclusion Algorithm, TOCS 1987), all accesses seq_cst, awaits as assumes;
 * N threads lock and unlock once.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

void __VERIFIER_assume(int);

atomic_int b[N + 1], x, y;

static void lock(int i)
{
    for (;;) {
        atomic_store(&b[i], 1);
        atomic_store(&x, i);
        if (atomic_load(&y) != 0) {
            atomic_store(&b[i], 0);
            __VERIFIER_assume(atomic_load(&y) == 0);
            continue;
        }
        atomic_store(&y, i);
        if (atomic_load(&x) == i)
            return;
        atomic_store(&b[i], 0);
        for (int j = 1; j <= N; j++)
            __VERIFIER_assume(atomic_load(&b[j]) == 0);
        if (atomic_load(&y) == i)
            return;
        __VERIFIER_assume(atomic_load(&y) == 0);
    }
}

static void unlock(int i)
{
    atomic_store(&y, 0);
    atomic_store(&b[i], 0);
}

static void *worker(void *arg)
{
    int i = (intptr_t)arg;

    lock(i);
    unlock(i);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 1; i <= N; i++)
        pthread_create(&t[i - 1], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
