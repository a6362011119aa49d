/* Szymanski's mutual exclusion for two threads, N times each, relaxed with full fences, waits as assumes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif

void __VERIFIER_assume(int);

atomic_int flag[2], owner;

static void set(int i, int value)
{
    atomic_store_explicit(&flag[i], value, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
}

static int get(int i)
{
    return atomic_load_explicit(&flag[i], memory_order_relaxed);
}

static void turn(int i)
{
    set(i, 1);
    __VERIFIER_assume(get(1 - i) < 3);
    atomic_thread_fence(memory_order_seq_cst);
    set(i, 3);
    if (get(1 - i) == 1) {
        set(i, 2);
        __VERIFIER_assume(get(1 - i) == 4);
        atomic_thread_fence(memory_order_seq_cst);
    }
    set(i, 4);
    if (i == 1)
        __VERIFIER_assume(get(0) < 2);
    atomic_thread_fence(memory_order_seq_cst);
    atomic_store_explicit(&owner, i, memory_order_relaxed);
    assert(atomic_load_explicit(&owner, memory_order_relaxed) == i);
    atomic_thread_fence(memory_order_seq_cst);
    if (i == 0) {
        int other = get(1);
        __VERIFIER_assume(other < 2 || other > 3);
    }
    atomic_thread_fence(memory_order_seq_cst);
    set(i, 0);
}

static void *first(void *arg)
{
    (void)arg;
    for (int n = 0; n < N; n++)
        turn(0);
    return 0;
}

static void *second(void *arg)
{
    (void)arg;
    for (int n = 0; n < N; n++)
        turn(1);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, first, 0);
    pthread_create(&t[1], 0, second, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    return 0;
}
