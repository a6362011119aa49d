/* Chase and Lev's deque of fixed size, with the orders of Lê, Pop, Cohen and Zappa Nardelli: the owner pushes two
 * values and takes one, N thieves try to steal one each.
 */
#include <pthread.h>
#include <stdatomic.h>

#ifndef N
#define N 1
#endif
#define SIZE 4

atomic_int bottom = 1, top = 1, cell[SIZE];

static void push(int value)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);

    atomic_store_explicit(&cell[b % SIZE], value, memory_order_relaxed);
    atomic_thread_fence(memory_order_release);
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1, t, value = 0;

    atomic_store_explicit(&bottom, b, memory_order_relaxed);
    atomic_thread_fence(memory_order_seq_cst);
    t = atomic_load_explicit(&top, memory_order_relaxed);
    if (t <= b) {
        value = atomic_load_explicit(&cell[b % SIZE], memory_order_relaxed);
        if (t == b) {
            if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
                value = 0;
            atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
        }
    } else {
        atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    }
    return value;
}

static int steal(void)
{
    int t = atomic_load_explicit(&top, memory_order_acquire), b, value = 0;

    atomic_thread_fence(memory_order_seq_cst);
    b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t < b) {
        value = atomic_load_explicit(&cell[t % SIZE], memory_order_relaxed);
        if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            value = 0;
    }
    return value;
}

static void *owner(void *arg)
{
    (void)arg;
    push(1);
    push(2);
    take();
    return 0;
}

static void *thief(void *arg)
{
    (void)arg;
    steal();
    return 0;
}

int main(void)
{
    pthread_t t[N + 1];

    pthread_create(&t[0], 0, owner, 0);
    for (int i = 1; i <= N; i++)
        pthread_create(&t[i], 0, thief, 0);
    for (int i = 0; i <= N; i++)
        pthread_join(t[i], 0);
    return 0;
}
