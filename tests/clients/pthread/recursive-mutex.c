// A tree whose nodes are changed under one recursive mutex: operations call each other with the mutex held.
//
// -DBUG_NORMAL        the mutex is not recursive: the second lock waits for the first
// -DBUG_UNBALANCED    one way out forgets to unlock: the other thread waits for good
// -DBUG_CHECKED       an error-checking mutex refuses the second lock, and the program takes the refusal for a lock: it then
//                     unlocks too early
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t lock;
static int sum, leaves;

static void add_leaf(int value)
{
    int result = pthread_mutex_lock(&lock);
#ifdef BUG_CHECKED
    assert(result == 0 || result == EDEADLK);
#else
    assert(result == 0);
#endif
    leaves++;
    sum += value;
    pthread_mutex_unlock(&lock);
}

static void *add_pair(void *unused)
{
    pthread_mutex_lock(&lock);
    add_leaf(1);
    add_leaf(2);
#ifdef BUG_UNBALANCED
    if (leaves == 2)
        return 0;
#endif
    int result = pthread_mutex_unlock(&lock);
#ifdef BUG_CHECKED
    assert(result == 0);
#endif
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutexattr_t attributes;
    pthread_mutexattr_init(&attributes);
#if defined BUG_CHECKED
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_ERRORCHECK);
#elif !defined BUG_NORMAL
    pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
#endif
    pthread_mutex_init(&lock, &attributes);
    pthread_create(&threads[0], 0, add_pair, 0);
    pthread_create(&threads[1], 0, add_pair, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(leaves == 4 && sum == 6);
    pthread_mutex_destroy(&lock);
    return 0;
}
