/* A work-stealing deque whose owner lowers `bottom` by a relaxed store after it has raised it by a release store. A thief
 * that reads the relaxed store synchronises with the owner if later stores of a thread continue its release sequence
 * (C11), and not if only updates do (C++20): then the thief's read of the item races.
 * The owner pushes BEFORE items, takes TAKES and pushes AFTER more; two thieves try to steal FIRST and SECOND items.
 * -DREPAIRED: the owner releases whenever it stores `bottom`.
 */
#include <pthread.h>
#include <stdatomic.h>

#ifndef BEFORE
#define BEFORE 2
#define TAKES 1
#define AFTER 1
#define FIRST 2
#define SECOND 1
#endif
#ifdef REPAIRED
#define AGAIN memory_order_release
#else
#define AGAIN memory_order_relaxed
#endif
#define SIZE 10

static atomic_long bottom, top;
static long items[SIZE];

static void push(long item)
{
    long b = atomic_load_explicit(&bottom, memory_order_relaxed);

    if (b - atomic_load_explicit(&top, memory_order_acquire) >= SIZE)
        return;
    items[b % SIZE] = item;
    atomic_store_explicit(&bottom, b + 1, memory_order_release);
}

static long take(void)
{
    long b = atomic_load_explicit(&bottom, memory_order_relaxed), t, item;

    atomic_store_explicit(&bottom, b - 1, AGAIN);
    atomic_thread_fence(memory_order_seq_cst);
    t = atomic_load_explicit(&top, memory_order_relaxed);
    if (t >= b) {
        atomic_store_explicit(&bottom, b, AGAIN);
        return 0;
    }
    item = items[(b - 1) % SIZE];
    if (b - t > 1)
        return item;
    if (!atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_acq_rel, memory_order_acquire))
        item = 0;
    atomic_store_explicit(&bottom, b, AGAIN);
    return item;
}

static long steal(void)
{
    long t = atomic_load_explicit(&top, memory_order_relaxed), item;

    atomic_thread_fence(memory_order_seq_cst);
    if (atomic_load_explicit(&bottom, memory_order_acquire) <= t)
        return 0;
    item = items[t % SIZE];
    return atomic_compare_exchange_strong_explicit(&top, &t, t + 1, memory_order_release, memory_order_relaxed) ? item : 0;
}

static void *owner(void *unused)
{
    long item = 1;

    for (int i = 0; i < BEFORE; i++)
        push(item++);
    for (int i = 0; i < TAKES; i++)
        take();
    for (int i = 0; i < AFTER; i++)
        push(item++);
    return unused;
}

static void *thief(void *tries)
{
    for (int i = 0; i < *(int *)tries; i++)
        steal();
    return 0;
}

int main(void)
{
    static int tries[] = {FIRST, SECOND};
    pthread_t threads[3];

    pthread_create(&threads[0], 0, owner, 0);
    pthread_create(&threads[1], 0, thief, &tries[0]);
    pthread_create(&threads[2], 0, thief, &tries[1]);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
