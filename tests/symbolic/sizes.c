/* The same bytes as one number and as two. */
#include <pthread.h>
#include <stdatomic.h>

static union {
    unsigned whole;
    unsigned short halves[2];
} memory;

static void *write(void *arg)
{
    (void)arg;
    memory.whole = 0x10001;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, write, 0);
    pthread_join(t, 0);
    return memory.halves[0];
}
