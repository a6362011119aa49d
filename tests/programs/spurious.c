// Waits may end without a signal, and weak compare-exchanges may fail although they find what they expect. A thread that then looks
// again is right, and nothing is explored twice.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#if defined(CONDITION)
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, waiters, done, tried;

static void *waiter(void *unused) {
    pthread_mutex_lock(&mutex);
#if defined(BUG_IF)
    if (!ready)
        pthread_cond_wait(&changed, &mutex);
#elif defined(COUNTED) // Each iteration leaves traces.
    while (!ready) {
        waiters++;
        pthread_cond_wait(&changed, &mutex);
        waiters--;
    }
#elif defined(BUG_TWICE) // Takes two wake-ups without a signal, in two places.
    if (!ready)
        pthread_cond_wait(&changed, &mutex);
    if (!ready)
        pthread_cond_wait(&changed, &mutex);
#elif defined(BUG_TIMED) // A wait with a deadline ends without a signal, too, and before the deadline.
    struct timespec deadline = {1, 0};
    if (!ready && pthread_cond_timedwait(&changed, &mutex, &deadline) != 0)
        ready = 1;
#elif defined(BUG_TRIED) // Others notice by trying that the mutex is taken.
    while (!ready) {
        assert(!tried);
        pthread_cond_wait(&changed, &mutex);
    }
#elif defined(BUG_PUBLISHED) // The wait shows to others what was done since the lock.
    waiters = 1;
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
    assert(done);
    waiters = 0;
#else
    while (!ready)
        pthread_cond_wait(&changed, &mutex);
#endif
    assert(ready);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, waiter, NULL);
#if defined(BUG_PUBLISHED)
    pthread_mutex_lock(&mutex);
    if (waiters)
        ready = 1; // Whoever waits is signalled only below.
    pthread_mutex_unlock(&mutex);
#endif
#if defined(BUG_TRIED)
    int is_taken = pthread_mutex_trylock(&mutex) != 0;
    if (!is_taken)
        pthread_mutex_unlock(&mutex);
    pthread_mutex_lock(&mutex);
    tried = is_taken;
    pthread_mutex_unlock(&mutex);
#endif
    pthread_mutex_lock(&mutex);
    ready = done = 1;
    pthread_cond_broadcast(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_join(thread, NULL);
    assert(waiters == 0);
    return 0;
}
#else
struct node {
    struct node *next;
};

static _Atomic(struct node *) head;
static atomic_int count, published;
static int data;

static void *pusher(void *unused) {
    struct node *node = malloc(sizeof *node);
    struct node *old = atomic_load_explicit(&head, memory_order_relaxed);
#if defined(BUG_AGAIN) // Writes again what it has published.
    int expected = 0;
    data = 0;
    atomic_store_explicit(&published, 1, memory_order_release);
    while (!atomic_compare_exchange_weak(&count, &expected, 1)) {
        if (expected)
            break;
        data = 0;
    }
#elif defined(BUG_ONCE)
    node->next = old;
    if (!atomic_compare_exchange_weak(&head, &old, node))
        assert(old != NULL);
#else
    int tries = 0;
    do {
        node->next = old;
#if defined(COUNTED)
        tries++;
#endif
    } while (!atomic_compare_exchange_weak_explicit(&head, &old, node, memory_order_release, memory_order_relaxed));
    assert(tries >= 0);
#if !defined(COUNTED)
    int expected = 0;
    while (!atomic_compare_exchange_weak(&count, &expected, expected + 1))
        ;
#endif
#endif
    return unused;
}

static void *reader(void *unused) {
    if (atomic_load_explicit(&published, memory_order_acquire))
        assert(data == 0);
    return unused;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, NULL, pusher, NULL);
#if defined(BUG_AGAIN)
    pthread_create(&second, NULL, reader, NULL);
#else
    pthread_create(&second, NULL, pusher, NULL);
#endif
    pthread_join(first, NULL);
    pthread_join(second, NULL);
    return 0;
}
#endif
