/* Variables of blocks, used while they live; one use after that for each macro. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct pair {
    int first, second;
};

static _Atomic(int *) shared;
static int *kept;
static atomic_int done;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void keep(int *p)
{
    kept = p;
}

/* Its address stays in the function. */
static int at_home(int again)
{
    int *p = 0, sum = 0, outer = 1;

    {
        int inner = 2;

        p = &inner;
        sum += *p;
#ifndef BUG_AT_HOME
        p = &outer;
#endif
    }
    sum += *p;
    for (int i = 0; i < 2; i++) {
        int each = i;
        int *q = &each;

        if (i == 0)
            p = &each;
        sum += *q;
#ifdef BUG_ITERATION_AT_HOME
        sum += *p;
#else
        p = q;
        sum += *p;
#endif
    }
    return again ? at_home(0) + sum : sum;
}

/* The address leaves the function, and is used by the same thread. */
static int published(void)
{
    int sum = 0;

    {
        int inner = 1;

        keep(&inner);
        sum += *kept;
    }
#ifdef BUG_AFTER
    sum += *kept;
#endif
    for (int i = 0; i < 3; i++) {
        struct pair each = { i, 1 };

        if (i != 1)
            keep(&each.second);
#ifdef BUG_ITERATION
        sum += *kept;
#endif
        if (i == 1)
            continue;
        sum += *kept;
        if (i == 2)
            break;
    }
#ifdef BUG_AFTER_BREAK
    sum += *kept;
#endif
    switch (sum) {
    case 0:
        break;
    default: {
        char name[4] = "abc";

        keep((int *)(void *)name);
        sum += memcmp(kept, "abc", 4);
        break;
    }
    }
#ifdef BUG_COPY
    char copy[4];
    memcpy(copy, kept, 4);
#endif
    return sum;
}

/* A jump into a block passes by the declaration: the compiler says nothing about the life of the variable. */
static int jumped(int n)
{
    int *p = 0;

    switch (n) {
        int x;
    case 0:
        x = 1;
        p = &x;
        keep(p);
        break;
    default:
        x = 2;
        keep(&x);
    }
    if (n > 1)
        goto inside;
    {
        int y;
    inside:
        y = 3;
        keep(&y);
        n += *kept;
    }
again:
    {
        int z = n;
        keep(&z);
        if (*kept++ < 4) {
            n++;
            goto again;
        }
    }
    return n;
}

static struct pair made(int a)
{
    struct pair p = { a, a };

    return p;
}

static int returned(void)
{
    for (int i = 0; i < 2; i++) {
        struct pair p = made(i);

        keep(&p.first);
        assert(*kept == i && made(i).second == i);
    }
    return 0;
}

static void *other(void *arg)
{
    int *p = atomic_load(&shared);

    (void)arg;
    if (p)
        atomic_fetch_add((_Atomic int *)p, 1);
    atomic_store(&done, 1);
    return 0;
}

int main(void)
{
    pthread_t t;

    assert(at_home(1) > 0);
    assert(published() > 0);
    assert(jumped(0) + jumped(1) + jumped(2) > 0);
    returned();
    pthread_create(&t, 0, other, 0);
    {
        _Atomic int inner = 1;

        atomic_store(&shared, (int *)&inner);
#ifndef BUG_OTHER_THREAD
        pthread_join(t, 0);
#endif
#ifdef BUG_IN_USE
        pthread_create(&t, 0, other, 0);
#endif
    }
#if defined BUG_OTHER_THREAD || defined BUG_IN_USE
    pthread_join(t, 0);
#endif
#ifdef BUG_AFTER_JOIN
    pthread_create(&t, 0, other, 0);
    pthread_join(t, 0);
#endif
    for (int i = 0; i < 2; i++) {
        int count;

#ifdef BUG_UNINITIALIZED
        if (i == 0)
#endif
            count = i;
        pthread_mutex_lock(&mutex);
        assert(count == i);
        pthread_mutex_unlock(&mutex);
    }
    return 0;
}
