// main hands a job to a detached thread and ends by pthread_exit: the process goes on until the job is done.
//
// -DBUG_JOIN        a detached thread is joined
// -DBUG_LEAK        nobody frees the job
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *work(void *memory)
{
    int *job = memory;
    assert(*job == 3);
#ifndef BUG_LEAK
    free(job);
#endif
    return 0;
}

int main(void)
{
    pthread_t thread;
    pthread_attr_t attributes;
    int *job = malloc(sizeof *job);
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
