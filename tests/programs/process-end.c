// The end of the process ends all threads: who waits for one of them then does not wait in vain, and comes back from no join.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int flag, ready, handled;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

#if defined(JOIN) // Main does not come back from joining a thread that ended the process.
static void *worker(void *unused) {
    if (!flag)
        END(0);
    ready = 1;
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    assert(ready == 1);
    return 0;
}
#elif defined(BEFORE) // What another thread does wrong may come before the end.
static void *worker(void *unused) {
    assert(!flag);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
    flag = 1;
    return 0;
}
#elif defined(HANDLERS) // Handlers still run beside the other threads.
static void handler(void) {
    handled = 1;
}

static void *worker(void *unused) {
    assert(!handled);
    return unused;
}

int main(void) {
    pthread_t thread;
    atexit(handler);
    pthread_create(&thread, NULL, worker, NULL);
    return 0;
}
#else
static void *worker(void *unused) {
#if defined(SPINS)
    while (!flag)
        ;
#elif defined(GOES_ON)
    while (!ready)
        ;
#else
    pthread_mutex_lock(&mutex);
    pthread_mutex_lock(&mutex);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, worker, NULL);
#if defined(GOES_ON)
    ready = 1;
#endif
#if defined(THREAD_ONLY)
    pthread_exit(NULL);
#endif
    return 0;
}
#endif
