/* Threads too long to be told in full: accesses of one line are folded, and the middle is left out. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct item {
    int key;
    char name[16];
    struct item *next;
};

static int numbers[100];
static atomic_int counter;
static struct item table[4];

static void *fill(void *arg)
{
    for (int i = 0; i < 100; i++)
        numbers[i] = i;
    for (int i = 0; i < 70; i++)
        atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed);
    strcpy(table[1].name, "hello");
    table[1].next = &table[2];
    return arg;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, 0, fill, 0);
    pthread_join(thread, 0);
    assert(table[1].next == &table[3]);
    return 0;
}
