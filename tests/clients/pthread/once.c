/* Lazy initialisation with pthread_once.
 * BUG_OWN_FLAG: a plain flag instead; both threads may initialise, and read while the other does.
 */
#include <assert.h>
#include <pthread.h>

#define N 3

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table, calls, ready;

static void initialise(void)
{
    calls++;
    table = 42;
}

static void *worker(void *arg)
{
    (void)arg;
#ifdef BUG_OWN_FLAG
    if (!ready) {
        initialise();
        ready = 1;
    }
#else
    (void)ready;
    pthread_once(&once, initialise);
#endif
    assert(table == 42);
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (int i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    (void)once;
    assert(calls == 1);
    return 0;
}
