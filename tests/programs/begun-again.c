/* Variables whose lives begin again where the compiler does not say so: what they are initialised for a second time is another object. */
#include <pthread.h>
#include <semaphore.h>

struct both {
    int count;
    pthread_mutex_t mutex;
};

static pthread_mutex_t *known;

static void use(pthread_mutex_t *m)
{
    known = m;
    pthread_mutex_lock(m);
    pthread_mutex_unlock(m);
}

/* Past the declaration, and back into its block. */
static void by_goto(void)
{
    int n = 0;

    goto inside;
    {
        struct both local;
    inside:
        pthread_mutex_init(&local.mutex, 0);
        use(&local.mutex);
        n++;
    }
    if (n < 3)
        goto inside;
}

/* Out of the block, and into it at another place: no loop. */
static void by_two_labels(void)
{
    goto first;
    {
        struct both local;
    first:
        pthread_mutex_init(&local.mutex, 0);
        use(&local.mutex);
        goto out;
    second:
        pthread_mutex_init(&local.mutex, 0);
        use(&local.mutex);
        return;
    }
out:
    goto second;
}

static void by_switch(void)
{
    for (int i = 0; i < 3; i++)
        switch (i) {
            struct both local;
        case 0:
        case 2:
            pthread_mutex_init(&local.mutex, 0);
            use(&local.mutex);
        }
}

static void by_literal(void)
{
    for (int i = 0; i < 3; i++) {
        struct both *local = &(struct both){ .count = i };

        pthread_mutex_init(&local->mutex, 0);
        use(&local->mutex);
    }
}

static void by_length(int n)
{
    for (int i = 0; i < 3; i++) {
        sem_t all[n];

        sem_init(&all[1], 0, 1);
        sem_wait(&all[1]);
    }
}

static void backwards(void)
{
    int n = 0;
again:;
    struct both local;

    pthread_mutex_init(&local.mutex, 0);
    use(&local.mutex);
    if (n++ < 2)
        goto again;
}

int main(void)
{
#ifdef BACKWARDS
    backwards();
#elif defined LENGTH
    by_length(2);
#else
    by_goto();
    by_two_labels();
    by_switch();
    by_literal();
    by_length(2);
    backwards();
#endif
#ifdef BUG_BESIDE
    /* Noticed where all variables have known lives. */
    pthread_mutex_t mutex;

    pthread_mutex_init(&mutex, 0);
    use(&mutex);
    pthread_mutex_init(&mutex, 0);
#endif
    return 0;
}
