/* A reader-writer lock that counts down from a bias, as in the Linux kernel, waits as assumes: N threads write a variable
 * under it and one reads.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif
#define BIAS 0x100000

void __VERIFIER_assume(int);

atomic_int lock = BIAS, variable;

static void *writer(void *arg)
{
    int old = atomic_fetch_sub_explicit(&lock, BIAS, memory_order_acquire);

    if (old != BIAS) {
        atomic_fetch_add_explicit(&lock, BIAS, memory_order_relaxed);
        return 0;
    }
    atomic_store_explicit(&variable, 1 + (intptr_t)arg, memory_order_relaxed);
    assert(atomic_load_explicit(&variable, memory_order_relaxed) == 1 + (intptr_t)arg);
    atomic_fetch_add_explicit(&lock, BIAS, memory_order_release);
    return 0;
}

static void *reader(void *arg)
{
    int old = atomic_fetch_sub_explicit(&lock, 1, memory_order_acquire);

    (void)arg;
    if (old > 0)
        atomic_load_explicit(&variable, memory_order_relaxed);
    atomic_fetch_add_explicit(&lock, 1, memory_order_release);
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, writer, (void *)i);
    pthread_create(&t[N], 0, reader, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
