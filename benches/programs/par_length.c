/* Two long threads that work on their own cell N times and meet once at the end: 4 executions, so the time is
 * that of long graphs.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 400
#endif

atomic_int local[2], v;

static void *worker(void *arg)
{
    int t = (intptr_t)arg;

    for (int i = 0; i < N; i++) {
        atomic_store(&local[t], i);
        atomic_load(&local[t]);
    }
    atomic_store(&v, t);
    atomic_load(&v);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
