/* Thread-specific data: each thread keeps its own buffer behind a pthread key, and the key's destructor frees it.
 * BUG_SHARED: one buffer pointer for all threads. BUG_FREE_TWICE: a thread frees its buffer and leaves it to the key, too.
 */
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#define N 2

static pthread_key_t key;

#ifdef BUG_SHARED
static void *shared;
#define SET(buffer) (shared = (buffer))
#define GET() shared
#else
#define SET(buffer) pthread_setspecific(key, (buffer))
#define GET() pthread_getspecific(key)
#endif

static void note(int value)
{
    int *buffer = GET();

    if (!buffer) {
        buffer = malloc(sizeof *buffer);
        *buffer = 0;
        SET(buffer);
    }
    *buffer += value;
}

static void *worker(void *arg)
{
    int me = (intptr_t)arg;

    note(me);
    note(1);
    assert(*(int *)GET() == me + 1);
#ifdef BUG_FREE_TWICE
    free(GET());
#endif
    return 0;
}

int main(void)
{
    pthread_t t[N];

    pthread_key_create(&key, free);
    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    pthread_key_delete(key);
    return 0;
}
