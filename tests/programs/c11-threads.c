/* The threads of C11 itself: thrd_create, mtx_t, cnd_t and call_once. Workers wait until main has opened the gate, and
 * count themselves.
 * BUG_NO_ONCE: every thread initialises the mutex-protected state. BUG_NO_UNLOCK: main keeps the mutex.
 * BUG_SIGNAL: only one of the workers is woken.
 */
#include <assert.h>
#include <threads.h>

#define N 2

static once_flag flag = ONCE_FLAG_INIT;
static mtx_t mutex;
static cnd_t opened;
static int open, passed, initialised;

static void initialise(void)
{
    initialised++;
}

static int worker(void *arg)
{
    (void)arg;
#ifdef BUG_NO_ONCE
    initialise();
#else
    call_once(&flag, initialise);
#endif
    mtx_lock(&mutex);
    while (!open)
        cnd_wait(&opened, &mutex);
    passed++;
    mtx_unlock(&mutex);
    return initialised;
}

int main(void)
{
    thrd_t t[N];

    (void)flag;
    mtx_init(&mutex, mtx_plain);
    cnd_init(&opened);
    for (int i = 0; i < N; i++)
        thrd_create(&t[i], worker, 0);
    mtx_lock(&mutex);
    open = 1;
#ifdef BUG_SIGNAL
    cnd_signal(&opened);
#else
    cnd_broadcast(&opened);
#endif
#ifndef BUG_NO_UNLOCK
    mtx_unlock(&mutex);
#endif
    for (int i = 0; i < N; i++) {
        int result;

        thrd_join(t[i], &result);
        assert(result == 1);
    }
    assert(passed == N);
    cnd_destroy(&opened);
    mtx_destroy(&mutex);
    return 0;
}
