/* Independent reads of independent writes: two writers, and two readers who may see the writes in different orders. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef SC
#define WRITE memory_order_seq_cst
#define READ memory_order_seq_cst
#else
#define WRITE memory_order_release
#define READ memory_order_acquire
#endif

atomic_int x, y;

static void *writer(void *variable)
{
    atomic_store_explicit((atomic_int *)variable, 1, WRITE);
    return 0;
}

/* Whether the first was seen, but the second was not. */
static void *reader(void *variable)
{
    atomic_int *first = variable;
    atomic_int *second = first == &x ? &y : &x;
    int a = atomic_load_explicit(first, READ);
    int b = atomic_load_explicit(second, READ);

    return (void *)(intptr_t)(a & !b);
}

int main(void)
{
    pthread_t writers[2], readers[2];
    void *a, *b;

    pthread_create(&writers[0], 0, writer, &x);
    pthread_create(&writers[1], 0, writer, &y);
    pthread_create(&readers[0], 0, reader, &x);
    pthread_create(&readers[1], 0, reader, &y);
    pthread_join(writers[0], 0);
    pthread_join(writers[1], 0);
    pthread_join(readers[0], &a);
    pthread_join(readers[1], &b);
#ifdef ASSERT
    assert((intptr_t)a != 1 || (intptr_t)b != 1);
#endif
    return 0;
}
