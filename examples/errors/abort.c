/* The program gives up by itself when two threads get the same ticket.
 *
 *     raddle check examples/errors/abort.c
 *     error[abort]: ...
 */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static atomic_int next;
static int ticket[2];

static void *draw(void *arg)
{
    int *mine = arg;

    *mine = atomic_load(&next);
    atomic_store(&next, *mine + 1);
    return 0;
}

int main(void)
{
    pthread_t t[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, draw, &ticket[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], 0);
    if (ticket[0] == ticket[1])
        abort();
    return 0;
}
