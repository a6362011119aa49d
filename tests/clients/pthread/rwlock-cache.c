/* A cache of one entry under a pthread reader-writer lock: looked up with the read lock, filled with the write lock.
 * BUG_FILL_AS_READER: the entry is written under the read lock. BUG_NO_RECHECK: it is computed twice.
 */
#include <assert.h>
#include <pthread.h>

#define N 2

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int filled, value, computed;

static int lookup(void)
{
    int hit, result;

    pthread_rwlock_rdlock(&lock);
    hit = filled;
    result = value;
#ifdef BUG_FILL_AS_READER
    if (!hit) {
        value = result = 42;
        filled = hit = 1;
        computed = 1;
    }
#endif
    pthread_rwlock_unlock(&lock);
    if (hit)
        return result;

    pthread_rwlock_wrlock(&lock);
#ifndef BUG_NO_RECHECK
    if (!filled)
#endif
    {
        value = 42;
        filled = 1;
        computed++;
    }
    result = value;
    pthread_rwlock_unlock(&lock);
    return result;
}

static void *worker(void *arg)
{
    (void)arg;
    assert(lookup() == 42);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(computed == 1);
    return 0;
}
