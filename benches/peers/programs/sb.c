/* Store buffering: two threads each write one variable and read the other's. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef SC
#define ORDER memory_order_seq_cst
#else
#define ORDER memory_order_relaxed
#endif

atomic_int x, y;

static void *left(void *arg)
{
    (void)arg;
    atomic_store_explicit(&x, 1, ORDER);
    return (void *)(intptr_t)atomic_load_explicit(&y, ORDER);
}

static void *right(void *arg)
{
    (void)arg;
    atomic_store_explicit(&y, 1, ORDER);
    return (void *)(intptr_t)atomic_load_explicit(&x, ORDER);
}

int main(void)
{
    pthread_t t[2];
    void *a, *b;

    pthread_create(&t[0], 0, left, 0);
    pthread_create(&t[1], 0, right, 0);
    pthread_join(t[0], &a);
    pthread_join(t[1], &b);
#ifdef ASSERT
    assert((intptr_t)a == 1 || (intptr_t)b == 1);
#endif
    return 0;
}
