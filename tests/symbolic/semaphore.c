/* A semaphore that says that something was written. Nobody posts twice. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t written;
static int x;

static void *writer(void *arg)
{
    (void)arg;
    x = 1;
    sem_post(&written);
    return 0;
}

int main(void)
{
    pthread_t t;
    sem_init(&written, 0, 0);
    pthread_create(&t, 0, writer, 0);
    sem_wait(&written);
    assert(x == 1);
#ifdef TWICE
    sem_wait(&written);
#endif
    pthread_join(t, 0);
    return 0;
}
