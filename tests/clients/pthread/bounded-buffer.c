/* A buffer of one item with a mutex and two condition variables; one producer, two consumers.
 * BUG_IF: a consumer that was woken does not look again, though the other one may have been faster.
 * BUG_NO_SIGNAL: the producer is not told that there is room again.
 */
#include <assert.h>
#include <pthread.h>

#define CONSUMERS 2

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER, not_full = PTHREAD_COND_INITIALIZER;
static int items, sum;

static void *producer(void *arg)
{
    (void)arg;
    for (int i = 0; i < CONSUMERS; i++) {
        pthread_mutex_lock(&mutex);
        while (items == 1)
            pthread_cond_wait(&not_full, &mutex);
        items++;
        pthread_cond_signal(&not_empty);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}

static void *consumer(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&mutex);
#ifdef BUG_IF
    if (items == 0)
#else
    while (items == 0)
#endif
        pthread_cond_wait(&not_empty, &mutex);
    assert(items == 1);
    items--;
    sum++;
#ifndef BUG_NO_SIGNAL
    pthread_cond_signal(&not_full);
#endif
    pthread_mutex_unlock(&mutex);
    return 0;
}

int main(void)
{
    pthread_t t[CONSUMERS + 1];

    pthread_create(&t[0], 0, producer, 0);
    for (int i = 1; i <= CONSUMERS; i++)
        pthread_create(&t[i], 0, consumer, 0);
    for (int i = 0; i <= CONSUMERS; i++)
        pthread_join(t[i], 0);
    assert(sum == CONSUMERS && items == 0);
    return 0;
}
