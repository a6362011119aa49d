/* The work-stealing deque of Chase and Lev (SPAA 2005) in C11, after Lê et al., Correct and Efficient Work-Stealing for
 * Weak Memory Models (PPoPP 2013), without growing.
 * BUG_NO_TAKE_FENCE, BUG_NO_STEAL_FENCE: owner and thief may both have the last task.
 * BUG_NO_PUSH_FENCE: a thief may have a task without what was written for it.
 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#define TASKS 2
#define NONE (-1)

static atomic_int top, bottom;
static atomic_int buffer[TASKS];
static int input[TASKS];
static atomic_int done[TASKS];

static void push(int task)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed);

    atomic_store_explicit(&buffer[b % TASKS], task, memory_order_relaxed);
#ifndef BUG_NO_PUSH_FENCE
    atomic_thread_fence(memory_order_release);
#endif
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
}

static int take(void)
{
    int b = atomic_load_explicit(&bottom, memory_order_relaxed) - 1;
    int task = NONE;

    atomic_store_explicit(&bottom, b, memory_order_relaxed);
#ifndef BUG_NO_TAKE_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    int t = atomic_load_explicit(&top, memory_order_relaxed);
    if (t < b)
        return atomic_load_explicit(&buffer[b % TASKS], memory_order_relaxed);
    if (t == b) {
        task = atomic_load_explicit(&buffer[b % TASKS], memory_order_relaxed);
        if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
            task = NONE;
    }
    atomic_store_explicit(&bottom, b + 1, memory_order_relaxed);
    return task;
}

static int steal(void)
{
    int t = atomic_load_explicit(&top, memory_order_acquire);

#ifndef BUG_NO_STEAL_FENCE
    atomic_thread_fence(memory_order_seq_cst);
#endif
    int b = atomic_load_explicit(&bottom, memory_order_acquire);
    if (t >= b)
        return NONE;
    int task = atomic_load_explicit(&buffer[t % TASKS], memory_order_relaxed);
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_seq_cst, memory_order_relaxed))
        return NONE;
    return task;
}

static void run(int task)
{
    if (task == NONE)
        return;
    assert(input[task] == task + 1);
    assert(atomic_fetch_add_explicit(&done[task], 1, memory_order_relaxed) == 0);
}

static void *owner(void *arg)
{
    (void)arg;
    for (int i = 0; i < TASKS; i++) {
        input[i] = i + 1;
        push(i);
    }
    for (int i = 0; i < TASKS; i++)
        run(take());
    return 0;
}

static void *thief(void *arg)
{
    (void)arg;
    for (int i = 0; i < TASKS; i++)
        run(steal());
    return 0;
}

int main(void)
{
    pthread_t t[2];

    pthread_create(&t[0], 0, owner, 0);
    pthread_create(&t[1], 0, thief, 0);
    pthread_join(t[0], 0);
    pthread_join(t[1], 0);
    for (int i = 0; i < TASKS; i++)
        assert(atomic_load_explicit(&done[i], memory_order_relaxed) == 1);
    return 0;
}
