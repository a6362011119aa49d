/* T threads take a lock of their own N times, and change what it protects: one execution. */
#include <pthread.h>
#include <stdint.h>

#ifndef T
#define T 4
#endif
#ifndef N
#define N 1000
#endif

struct account {
    pthread_mutex_t lock;
    int balance;
} account[T];

static void *worker(void *arg)
{
    struct account *mine = &account[(intptr_t)arg];

    for (int i = 0; i < N; i++) {
        pthread_mutex_lock(&mine->lock);
        mine->balance++;
        pthread_mutex_unlock(&mine->lock);
    }
    return 0;
}

int main(void)
{
    pthread_t t[T];

    for (intptr_t i = 0; i < T; i++)
        pthread_mutex_init(&account[i].lock, 0);
    for (intptr_t i = 0; i < T; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < T; i++)
        pthread_join(t[i], 0);
    return 0;
}
