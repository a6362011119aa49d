// A consumer that waits for an item until a deadline, and goes on without it. Whether the item comes in time is open; after
// the deadline the clock shows that it has passed.
//
// -DBUG_TRUSTS_TIME   the consumer takes the item even if it waited in vain
// -DBUG_FOREVER       it waits for good, and nobody promises an item
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int *item;
static int value = 7;

static void *produce(void *unused)
{
#ifndef BUG_FOREVER
    pthread_mutex_lock(&lock);
    item = &value;
    pthread_cond_signal(&filled);
    pthread_mutex_unlock(&lock);
#endif
    return 0;
}

static void *consume(void *unused)
{
    struct timespec deadline, after;
    clock_gettime(CLOCK_REALTIME, &deadline);
    deadline.tv_sec += 2;
    pthread_mutex_lock(&lock);
    int result = 0;
    while (!item && result != ETIMEDOUT)
#ifdef BUG_FOREVER
        result = pthread_cond_wait(&filled, &lock);
#else
        result = pthread_cond_timedwait(&filled, &lock, &deadline);
#endif
    int *mine = item;
    item = 0;
    pthread_mutex_unlock(&lock);
#ifdef BUG_TRUSTS_TIME
    assert(*mine == 7);
#endif
    if (mine)
        assert(*mine == 7);
    else {
        clock_gettime(CLOCK_REALTIME, &after);
        assert(after.tv_sec > deadline.tv_sec
               || (after.tv_sec == deadline.tv_sec && after.tv_nsec >= deadline.tv_nsec));
    }
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, consume, 0);
    pthread_create(&threads[1], 0, produce, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    return 0;
}
