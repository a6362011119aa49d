// main hands a job to a detached thread and ends by pthread_exit: the process goes on until the job is done.
//
// -DBUG_JOIN        a detached thread is joined
// -DBUG_LEAK        nobody frees the job
// -DBUG_STACK       the job is on main's stack, which is gone when main has ended
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *memory)
{
    int *job = memory;
    assert(*job == 3);
#if !defined BUG_LEAK && !defined BUG_STACK
    free(job);
#endif
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
#ifdef BUG_STACK
    int local;
    int *job = &local;
#else
    int *job = malloc(sizeof *job);
#endif
    *job = 3;
    int state;
    pthread_attr_init(&attributes);
    pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
    pthread_attr_getdetachstate(&attributes, &state);
    assert(state == PTHREAD_CREATE_DETACHED);
    pthread_create(&thread, &attributes, work, job);
    pthread_attr_destroy(&attributes);
#ifdef BUG_JOIN
    pthread_join(thread, 0);
#endif
    pthread_exit(0);
}
