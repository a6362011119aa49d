/* Transfers between two accounts, each with its own mutex, always taken in the order of the accounts.
 * BUG_LOCK_ORDER: the mutexes are taken in the order of the transfer: two opposite ones deadlock (AB/BA).
 */
#include <assert.h>
#include <pthread.h>

static struct account {
    pthread_mutex_t mutex;
    int balance;
} accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 10}, {PTHREAD_MUTEX_INITIALIZER, 10}};

static void transfer(struct account *from, struct account *to, int amount)
{
    struct account *first = from, *second = to;

#ifndef BUG_LOCK_ORDER
    if (from > to) {
        first = to;
        second = from;
    }
#endif
    pthread_mutex_lock(&first->mutex);
    pthread_mutex_lock(&second->mutex);
    from->balance -= amount;
    to->balance += amount;
    pthread_mutex_unlock(&second->mutex);
    pthread_mutex_unlock(&first->mutex);
}

static void *forth(void *arg)
{
    (void)arg;
    transfer(&accounts[0], &accounts[1], 3);
    return 0;
}

static void *back(void *arg)
{
    (void)arg;
    transfer(&accounts[1], &accounts[0], 5);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, forth, 0);
    pthread_create(&t[1], 0, back, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    assert(accounts[0].balance == 12 && accounts[1].balance == 8);
    return 0;
}
