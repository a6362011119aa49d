/* A ticket lock with a waiting array (Dice and Kogan, TWA, Euro-Par 2019): threads far from their turn spin on a slot
 * of the array, which the owner bumps when they come near.
 * BUG_RELAXED_GRANT: the critical section is not released. BUG_NOTIFY_FIRST: the slot is bumped before the turn moves,
 * so that a thread can see the bump, not the turn, and wait for ever.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define N 3
#define SLOTS 4

#ifdef BUG_RELAXED_GRANT
#define GRANT memory_order_relaxed
#else
#define GRANT memory_order_release
#endif

static atomic_uint next, grant;
static atomic_uint waiting[SLOTS];
static int counter;

static unsigned lock(void)
{
    unsigned mine = atomic_fetch_add_explicit(&next, 1, memory_order_relaxed);
    atomic_uint *slot = &waiting[mine % SLOTS];

    for (;;) {
        unsigned bumps = atomic_load_explicit(slot, memory_order_acquire);

        if (mine - atomic_load_explicit(&grant, memory_order_relaxed) <= 1)
            break;
        while (atomic_load_explicit(slot, memory_order_relaxed) == bumps)
            ;
    }
    while (atomic_load_explicit(&grant, memory_order_acquire) != mine)
        ;
    return mine;
}

static void unlock(unsigned mine)
{
#ifdef BUG_NOTIFY_FIRST
    atomic_fetch_add_explicit(&waiting[(mine + 2) % SLOTS], 1, memory_order_release);
    atomic_store_explicit(&grant, mine + 1, GRANT);
#else
    atomic_store_explicit(&grant, mine + 1, GRANT);
    atomic_fetch_add_explicit(&waiting[(mine + 2) % SLOTS], 1, memory_order_release);
#endif
}

static void *worker(void *arg)
{
    unsigned mine = lock();

    (void)arg;
    counter++;
    unlock(mine);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    assert(counter == N);
    return 0;
}
