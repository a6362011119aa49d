/* Load buffering around the end of a life: what a thread does behind its use of freed memory makes no further executions. With PAIR the
 * wrong access is on no cycle: only two other threads buffer their loads.
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    atomic_int value;
};

static atomic_int x, y, z;
static struct node *node;

static int load(atomic_int *from)
{
    return atomic_load_explicit(from, memory_order_relaxed);
}

static void store(atomic_int *to, int value)
{
    atomic_store_explicit(to, value, memory_order_relaxed);
}

static void *left(void *arg)
{
#ifdef PAIR
    free(node);
    load(&x);
    store(&y, 1);
#else
    int seen = load(&x);

    store(&y, 1);
    if (seen)
        free(node);
#endif
    return 0;
}

static void *right(void *arg)
{
#ifdef PAIR
    store(&node->value, 1);
    load(&y);
    store(&x, 1);
#else
    int seen = load(&y);

    store(&x, 1);
    if (seen) {
        store(&node->value, 1);
        load(&z);
        load(&z);
    }
#endif
    return 0;
}

static void *other(void *arg)
{
#ifdef PAIR
    load(arg);
#endif
    store(&z, 1);
    return 0;
}

#ifdef PAIR
static atomic_int w;

static void *another(void *arg)
{
    load(&z);
    store(&w, 1);
    return 0;
}
#endif

int main(void)
{
    pthread_t thread[4];
    int threads = 3;

    node = malloc(sizeof *node);
    pthread_create(&thread[0], 0, left, 0);
    pthread_create(&thread[1], 0, right, 0);
#ifdef PAIR
    pthread_create(&thread[2], 0, other, &w);
    pthread_create(&thread[3], 0, another, 0);
    threads = 4;
#else
    pthread_create(&thread[2], 0, other, 0);
#endif
    for (int i = 0; i < threads; i++)
        pthread_join(thread[i], 0);
    return 0;
}
