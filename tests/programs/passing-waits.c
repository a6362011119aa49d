// Correct programs whose threads wait and are let go in the end. A thread that has read an old value of what it waits for
// is no deadlock: it reads again.
#include <pthread.h>
#include <semaphore.h>

#if defined(SEMAPHORE)
static sem_t items;

static void *producer(void *unused) {
    sem_post(&items);
    sem_post(&items);
    return unused;
}

int main(void) {
    pthread_t thread;
    sem_init(&items, 0, 0);
    pthread_create(&thread, NULL, producer, NULL);
    sem_wait(&items);
    sem_wait(&items);
    pthread_join(thread, NULL);
    return 0;
}
#elif defined(RWLOCK)
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused) {
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, reader, NULL);
    pthread_create(&second, NULL, reader, NULL);
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
#else // Two pairs of threads meet at a barrier for two.
static pthread_barrier_t barrier;

static void *meet(void *unused) {
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void) {
    pthread_t threads[4];
    pthread_barrier_init(&barrier, NULL, 2);
    for (int i = 0; i < 4; i++)
        pthread_create(&threads[i], NULL, meet, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}
#endif
