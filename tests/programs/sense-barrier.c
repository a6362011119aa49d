/* A sense-reversing barrier (Hensgen, Finkel and Manber 1988): the last thread to arrive turns the sense around.
 * BUG_RELAXED_ARRIVE: the last one does not acquire what the others did before. BUG_RELAXED_SENSE: what was done before
 * the barrier is not published to those who wait.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#define N 2
#define PHASES 2

#ifdef BUG_RELAXED_ARRIVE
#define ARRIVE memory_order_relaxed
#else
#define ARRIVE memory_order_acq_rel
#endif

#ifdef BUG_RELAXED_SENSE
#define SENSE memory_order_relaxed
#else
#define SENSE memory_order_release
#endif

static atomic_int arrived, sense;
static int cells[PHASES][N];

static void barrier(int *mine)
{
    *mine = !*mine;
    if (atomic_fetch_add_explicit(&arrived, 1, ARRIVE) == N - 1) {
        atomic_store_explicit(&arrived, 0, memory_order_relaxed);
        atomic_store_explicit(&sense, *mine, SENSE);
    } else {
        while (atomic_load_explicit(&sense, memory_order_acquire) != *mine)
            ;
    }
}

static void *worker(void *arg)
{
    int me = (intptr_t)arg;
    int mine = 0;

    for (int phase = 0; phase < PHASES; phase++) {
        cells[phase][me] = phase + 1;
        barrier(&mine);
        for (int i = 0; i < N; i++)
            assert(cells[phase][i] == phase + 1);
    }
    return 0;
}

int main(void)
{
    pthread_t t[N];

    for (intptr_t i = 0; i < N; i++)
        pthread_create(&t[i], 0, worker, (void *)i);
    for (int i = 0; i < N; i++)
        pthread_join(t[i], 0);
    return 0;
}
