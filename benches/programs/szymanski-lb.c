/* Szymanski's lock as a test of load buffering: relaxed accesses between seq_cst fences, N times in each of two threads. Flags are
 * what orders cannot keep from being read early.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 1
#endif

atomic_int flag[2], x;

static void set(int i, int value)
{
    atomic_store_explicit(&flag[i], value, memory_order_relaxed);
}

static void fence(void)
{
    atomic_thread_fence(memory_order_seq_cst);
}

static void *worker(void *arg)
{
    int i = (intptr_t)arg;

    for (int n = 0; n < N; n++) {
        set(i, 1);
        fence();
        set(i, 3);
        fence();
        if (atomic_load_explicit(&flag[1 - i], memory_order_relaxed) == 1) {
            set(i, 2);
            fence();
        }
        set(i, 4);
        fence();
        atomic_store_explicit(&x, i, memory_order_relaxed);
        fence();
        set(i, 0);
    }
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    return 0;
}
