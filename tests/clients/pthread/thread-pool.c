/* A thread pool: workers wait for jobs with a condition variable; main submits jobs and then closes the pool.
 * BUG_SIGNAL_CLOSE: closing wakes one worker only. BUG_IF: a worker that was woken does not look again.
 */
#include <assert.h>
#include <pthread.h>

#define WORKERS 2

#ifndef JOBS
#define JOBS 1
#endif

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int queue[JOBS];
static int queued, taken, closed;
static int results[JOBS];

static int next_job(void)
{
    int job = -1;

    pthread_mutex_lock(&mutex);
#ifdef BUG_IF
    if (taken == queued && !closed)
#else
    while (taken == queued && !closed)
#endif
        pthread_cond_wait(&changed, &mutex);
    if (taken < queued || !closed) {
        assert(taken < queued);
        job = queue[taken++];
    }
    pthread_mutex_unlock(&mutex);
    return job;
}

static void submit(int job)
{
    pthread_mutex_lock(&mutex);
    queue[queued++] = job;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
}

static void *worker(void *arg)
{
    int job;

    (void)arg;
    while ((job = next_job()) >= 0)
        results[job] = job + 1; /* each job has one worker, so this needs no lock */
    return 0;
}

int main(void)
{
    pthread_t t[WORKERS];

    for (int i = 0; i < WORKERS; i++)
        pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < JOBS; i++)
        submit(i);
    pthread_mutex_lock(&mutex);
    closed = 1;
#ifdef BUG_SIGNAL_CLOSE
    pthread_cond_signal(&changed);
#else
    pthread_cond_broadcast(&changed);
#endif
    pthread_mutex_unlock(&mutex);
    for (int i = 0; i < WORKERS; i++)
        pthread_join(t[i], 0);
    for (int i = 0; i < JOBS; i++)
        assert(results[i] == i + 1);
    return 0;
}
