// Store buffering with seq_cst updates in place of the stores. A single instruction that acquires and releases holds back what
// follows; of a pair of instructions, the store may pass it.

#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x, y;
int a, b;

static void *left(void *unused)
{
    atomic_fetch_add_explicit(&x, 1, memory_order_seq_cst);
    a = atomic_load_explicit(&y, memory_order_relaxed);
    return unused;
}

static void *right(void *unused)
{
    atomic_fetch_add_explicit(&y, 1, memory_order_seq_cst);
    b = atomic_load_explicit(&x, memory_order_relaxed);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, left, 0);
    pthread_create(&threads[1], 0, right, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(a || b);
    return 0;
}
