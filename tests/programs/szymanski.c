/* Szymanski's lock (A Simple Solution to Lamport's Concurrent Programming Problem with Linear Wait, ICS 1988) for two
 * threads; it needs seq_cst. The flag says: 0 outside, 1 wants in, 2 waits for others to pass the door, 3 in the
 * doorway, 4 inside, the door is closed.
 * BUG_RELEASE_ACQUIRE: threads may miss each other. BUG_NO_ORDER: threads inside do not go one by one.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifdef BUG_RELEASE_ACQUIRE
#define LOAD memory_order_acquire
#define STORE memory_order_release
#else
#define LOAD memory_order_seq_cst
#define STORE memory_order_seq_cst
#endif

static atomic_int flag[2];
static int counter;

static int look(int who)
{
    return atomic_load_explicit(&flag[who], LOAD);
}

static void say(int who, int what)
{
    atomic_store_explicit(&flag[who], what, STORE);
}

static void lock(int me)
{
    int other = 1 - me;

    say(me, 1);
    while (look(other) >= 3)
        ;
    say(me, 3);
    if (look(other) == 1) {
        say(me, 2);
        while (look(other) != 4)
            ;
    }
    say(me, 4);
#ifndef BUG_NO_ORDER
    if (other < me)
        while (look(other) >= 2)
            ;
#endif
}

static void unlock(int me)
{
    int other = 1 - me;

    if (other > me) {
        int seen;

        do
            seen = look(other);
        while (seen == 2 || seen == 3);
    }
    say(me, 0);
}

static void *worker(void *arg)
{
    int me = (intptr_t)arg;

    lock(me);
    counter++;
    unlock(me);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (intptr_t i = 0; i < 2; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    assert(counter == 2);
    return 0;
}
