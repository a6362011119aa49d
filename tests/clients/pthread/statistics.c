// Each thread counts in memory of its own, which a key finds; when the thread ends, the destructor of the key adds it to the total.
// The destructor uses the key again, so that it is called a second time.
//
// -DBUG_NO_LOCK       destructors add to the total without a lock
// -DBUG_SHARED        all threads use the memory of the first one
// -DBUG_NO_DESTRUCTOR nobody adds anything
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int total, calls;
#ifdef BUG_SHARED
static int *shared;
#endif

static int *counter(void)
{
#ifdef BUG_SHARED
    if (!shared)
        shared = calloc(1, sizeof *shared);
    pthread_setspecific(key, shared);
    return shared;
#endif
    int *mine = pthread_getspecific(key);
    if (!mine) {
        mine = calloc(1, sizeof *mine);
        pthread_setspecific(key, mine);
    }
    return mine;
}

static void finish(void *memory)
{
    int *mine = memory;
#ifndef BUG_NO_LOCK
    pthread_mutex_lock(&lock);
#endif
    calls++;
    int count = *mine;
    total += count;
#ifndef BUG_NO_LOCK
    pthread_mutex_unlock(&lock);
#endif
    free(mine);
    // The end of the thread is counted, too, once.
    if (count > 1)
        *counter() += 1;
}

static void *work(void *unused)
{
    *counter() += 1;
    *counter() += 1;
    return 0;
}

int main(void)
{
    pthread_t threads[2];
#ifdef BUG_NO_DESTRUCTOR
    pthread_key_create(&key, 0);
#else
    pthread_key_create(&key, finish);
#endif
    pthread_create(&threads[0], 0, work, 0);
    pthread_create(&threads[1], 0, work, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(total == 6 && calls == 4);
    pthread_key_delete(key);
    return 0;
}
