/* A node that one thread frees while another may read it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
};

static struct node *_Atomic shared;
static atomic_int taken;

static void *reader(void *arg)
{
    (void)arg;
    struct node *node = atomic_load(&shared);
    int value = node ? node->value : 0;
    atomic_store(&taken, 1);
    return (void *)(long)value;
}

int main(void)
{
    pthread_t t;
    struct node *node = malloc(sizeof *node);
    if (!node)
        return 1;
    node->value = 7;
    atomic_store(&shared, node);
    pthread_create(&t, 0, reader, 0);
#ifdef WAITS
    while (!atomic_load(&taken))
        ;
#endif
    free(node);
    pthread_join(t, 0);
    return 0;
}
