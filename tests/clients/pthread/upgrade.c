// A cache that is filled on demand: a thread that finds nothing gives back its read lock, takes the write lock and looks again.
//
// -DBUG_UPGRADE       it takes the write lock while it still reads: it waits for itself
// -DBUG_NO_RECHECK    it does not look again: the value is made twice
// -DBUG_READ_ONLY     it fills the cache under the read lock
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int value, made;

static int get(void)
{
    pthread_rwlock_rdlock(&lock);
    int mine = value;
    if (mine) {
        pthread_rwlock_unlock(&lock);
        return mine;
    }
#ifndef BUG_READ_ONLY
#ifndef BUG_UPGRADE
    pthread_rwlock_unlock(&lock);
#endif
    pthread_rwlock_wrlock(&lock);
#endif
#ifndef BUG_NO_RECHECK
    if (!value)
#endif
    {
        value = 7;
        made++;
    }
    mine = value;
    pthread_rwlock_unlock(&lock);
    return mine;
}

static void *use(void *unused)
{
    assert(get() == 7);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, use, 0);
    pthread_create(&threads[1], 0, use, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(made == 1);
    pthread_rwlock_destroy(&lock);
    return 0;
}
