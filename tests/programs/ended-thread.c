/* Memory of a thread that has ended, one error for each macro; without a macro uses while the thread runs. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static _Thread_local int own = 1;
static _Thread_local char name[8] = "main";
static _Atomic(int *) shared;
static pthread_barrier_t both;
static int *kept;
static char *kept_name;

/* Ends the thread from a call: what its callers have on their stacks goes, too. */
static void leave(void)
{
    pthread_exit(0);
}

static void *local(void *arg)
{
    int x = 1;

    (void)arg;
    kept = &x;
#ifdef BUG_EXIT_UNORDERED
    atomic_store(&shared, &x);
#endif
    leave();
    return 0;
}

static void *worker(void *arg)
{
    (void)arg;
    own = 2;
    kept = &own;
    kept_name = name;
    atomic_store(&shared, &own);
    pthread_barrier_wait(&both);
    pthread_barrier_wait(&both);
    return 0;
}

int main(void)
{
    pthread_t t;
    char copy[8];

    pthread_barrier_init(&both, 0, 2);
    pthread_create(&t, 0, worker, 0);
    pthread_barrier_wait(&both);
    assert(*kept == 2 && own == 1);
    *kept = 3;
    memcpy(copy, kept_name, sizeof copy);
    pthread_barrier_wait(&both);
    pthread_join(t, 0);
#ifdef BUG_READ
    own = *kept;
#endif
#ifdef BUG_WRITE
    *atomic_load(&shared) = 1;
#endif
#ifdef BUG_COPY
    memcpy(copy, kept_name, sizeof copy);
#endif
#ifdef BUG_UPDATE
    __atomic_fetch_add(kept, 1, __ATOMIC_RELAXED);
#endif
    atomic_store(&shared, 0);
    pthread_create(&t, 0, local, 0);
#ifdef BUG_EXIT_UNORDERED
    if (atomic_load(&shared))
        own = *atomic_load(&shared);
#endif
    pthread_join(t, 0);
#ifdef BUG_EXIT_IN_CALL
    own = *kept;
#endif
    return own - 1;
}
