// Two accounts with a mutex each, and transfers in both directions. Both locks are taken in the order of the accounts,
// whichever direction the money goes.
//
// -DBUG_ORDER      the source is locked first: each thread has one lock and waits for the other
// -DBUG_ONE_LOCK   only the source is locked: the balance of the other account is changed by two threads
#include <assert.h>
#include <pthread.h>

struct account {
    pthread_mutex_t lock;
    int balance;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(int from, int to, int amount)
{
#ifdef BUG_ORDER
    int first = from, second = to;
#else
    int first = from < to ? from : to, second = from < to ? to : from;
#endif
#ifdef BUG_ONE_LOCK
    first = second = from;
#endif
    pthread_mutex_lock(&accounts[first].lock);
    if (second != first)
        pthread_mutex_lock(&accounts[second].lock);
    accounts[from].balance -= amount;
    accounts[to].balance += amount;
    if (second != first)
        pthread_mutex_unlock(&accounts[second].lock);
    pthread_mutex_unlock(&accounts[first].lock);
}

static void *forth(void *unused)
{
    transfer(0, 1, 3);
    return 0;
}

static void *back(void *unused)
{
    transfer(1, 0, 5);
    return 0;
}

int main(void)
{
    pthread_t threads[2];
    pthread_create(&threads[0], 0, forth, 0);
    pthread_create(&threads[1], 0, back, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(accounts[0].balance == 12 && accounts[1].balance == 8);
    return 0;
}
