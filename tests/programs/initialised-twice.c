/* Synchronisation objects on the stack: a block's are new whenever it is entered. */
#include <pthread.h>
#include <semaphore.h>

struct both {
    int count;
    pthread_mutex_t mutex;
};

static void use(pthread_mutex_t *m)
{
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
}

static int again(int n)
{
    struct both local;

    pthread_mutex_init(&local.mutex, 0);
    use(&local.mutex);
#ifdef BUG_MEMBER
    if (n == 0)
        pthread_mutex_init(&local.mutex, 0);
#endif
    return n > 0 ? again(n - 1) : 0;
}

int main(void)
{
    pthread_mutex_t mutex;
    pthread_cond_t condition;
    sem_t semaphore;

    pthread_mutex_init(&mutex, 0);
    pthread_cond_init(&condition, 0);
    sem_init(&semaphore, 0, 1);
#ifdef BUG_MUTEX
    pthread_mutex_init(&mutex, 0);
#endif
#ifdef BUG_CONDITION
    pthread_cond_init(&condition, 0);
#endif
#ifdef BUG_SEMAPHORE
    sem_init(&semaphore, 0, 1);
#endif
    pthread_mutex_destroy(&mutex);
    pthread_mutex_init(&mutex, 0);
    use(&mutex);
    for (int i = 0; i < 3; i++) {
        struct both each;

        /* Never destroyed, which leaks something at most. */
        pthread_mutex_init(&each.mutex, 0);
        use(&each.mutex);
#ifdef BUG_IN_LOOP
        if (i == 1)
            pthread_mutex_init(&each.mutex, 0);
#endif
    }
    return again(2);
}
