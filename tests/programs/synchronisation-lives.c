/* Mutexes and the like that are initialised twice or used after their lives, one error for each macro; without a macro what is
 * legal: initialising fresh, zeroed, copied and recycled memory, and again after a destruction. */
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>

struct object {
    pthread_mutex_t m;
    pthread_cond_t c;
    pthread_rwlock_t rw;
    pthread_barrier_t b;
    sem_t s;
    mtx_t cm;
    cnd_t cc;
    int value;
};

static void begin(struct object *o)
{
    pthread_mutex_init(&o->m, 0);
    pthread_cond_init(&o->c, 0);
    pthread_rwlock_init(&o->rw, 0);
    pthread_barrier_init(&o->b, 0, 1);
    sem_init(&o->s, 0, 1);
    mtx_init(&o->cm, mtx_plain);
    cnd_init(&o->cc);
}

static void use(struct object *o)
{
    pthread_mutex_lock(&o->m);
    pthread_cond_signal(&o->c);
    pthread_mutex_unlock(&o->m);
    pthread_rwlock_rdlock(&o->rw);
    pthread_rwlock_unlock(&o->rw);
    pthread_barrier_wait(&o->b);
    sem_wait(&o->s);
    mtx_lock(&o->cm);
    cnd_broadcast(&o->cc);
    mtx_unlock(&o->cm);
}

static void end(struct object *o)
{
    pthread_mutex_destroy(&o->m);
    pthread_cond_destroy(&o->c);
    pthread_rwlock_destroy(&o->rw);
    pthread_barrier_destroy(&o->b);
    sem_destroy(&o->s);
    mtx_destroy(&o->cm);
    cnd_destroy(&o->cc);
}

static struct object global;
static pthread_mutex_t fixed = PTHREAD_MUTEX_INITIALIZER, late = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int ready;

static void *locker(void *mutex)
{
    pthread_mutex_lock(mutex);
    return 0;
}

/* Destroys the condition variable as soon as nobody waits for it, though who was woken may still be on the way. */
static void *waiter(void *arg)
{
    (void)arg;
    pthread_mutex_lock(&fixed);
    while (!ready)
        pthread_cond_wait(&condition, &fixed);
    pthread_mutex_unlock(&fixed);
    return 0;
}

static void woken(void)
{
    pthread_t t;

    pthread_create(&t, 0, waiter, 0);
    pthread_mutex_lock(&fixed);
#ifndef BUG_DESTROY_AWAITED
    ready = 1;
    pthread_cond_broadcast(&condition);
    pthread_mutex_unlock(&fixed);
    pthread_mutex_lock(&fixed);
#endif
    pthread_cond_destroy(&condition);
    pthread_mutex_unlock(&fixed);
    pthread_join(t, 0);
}

static void scopes(void)
{
    for (int i = 0; i < 2; i++) {
        struct object local;

        begin(&local);
        use(&local);
#ifdef BUG_LOCKED_AT_END
        if (i == 1)
            locker(&local.m);
#endif
    }
}

int main(void)
{
    struct object *heap = malloc(sizeof *heap), *copy = calloc(1, sizeof *copy), *next;
    pthread_t t = 0;

    begin(&global);
    use(&global);
    memset(heap, 1, sizeof *heap);
    begin(heap);
    use(heap);
    begin(copy);
    end(copy);
    *copy = *heap;
    begin(copy);
    end(copy);
    begin(copy);
    free(heap);
    free(copy);
    next = malloc(sizeof *next);
    begin(next);
    scopes();
#ifdef BUG_MUTEX_TWICE
    pthread_mutex_init(&next->m, 0);
#endif
#ifdef BUG_CONDITION_TWICE
    pthread_cond_init(&next->c, 0);
#endif
#ifdef BUG_RWLOCK_TWICE
    pthread_rwlock_init(&next->rw, 0);
#endif
#ifdef BUG_BARRIER_TWICE
    pthread_barrier_init(&next->b, 0, 2);
#endif
#ifdef BUG_SEMAPHORE_TWICE
    sem_init(&global.s, 0, 1);
#endif
#ifdef BUG_C11_MUTEX_TWICE
    mtx_init(&global.cm, mtx_plain);
#endif
#ifdef BUG_C11_CONDITION_TWICE
    cnd_init(&next->cc);
#endif
#ifdef BUG_INIT_LOCKED
    pthread_mutex_lock(&late);
    pthread_mutex_init(&late, 0);
#endif
#ifdef BUG_INIT_LOCKED_BY_ANOTHER
    pthread_create(&t, 0, locker, &late);
    pthread_join(t, 0);
    pthread_mutex_init(&late, 0);
#endif
#ifdef BUG_SPIN_LOCKED
    static pthread_spinlock_t spin;
    pthread_spin_init(&spin, 0);
    pthread_spin_lock(&spin);
    pthread_spin_init(&spin, 0);
#endif
#ifdef BUG_FREE_LOCKED
    pthread_mutex_lock(&next->m);
    free(next);
#endif
    woken();
    end(&global);
#ifdef BUG_SIGNAL_DESTROYED
    pthread_cond_signal(&global.c);
#endif
#ifdef BUG_BROADCAST_DESTROYED
    cnd_broadcast(&global.cc);
#endif
#ifdef BUG_WAIT_DESTROYED
    pthread_mutex_lock(&fixed);
    pthread_cond_wait(&global.c, &fixed);
#endif
#ifdef BUG_CONDITION_DESTROYED_TWICE
    pthread_cond_destroy(&global.c);
#endif
    begin(&global);
    use(&global);
    end(&global);
    end(next);
    free(next);
    (void)t;
    return 0;
}
