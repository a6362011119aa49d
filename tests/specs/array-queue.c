/* A queue in an array, after Herlihy and Wing. SWAP orders the exchange that takes a value out, BACK the update that reserves a place. */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef BACK
#define BACK memory_order_acq_rel
#endif
#ifndef SWAP
#define SWAP memory_order_acq_rel
#endif

static atomic_long items[8];
static atomic_int back;

static void enqueue(long value)
{
    int place = atomic_fetch_add_explicit(&back, 1, BACK);
    atomic_store_explicit(&items[place], value, memory_order_release);
}

static long dequeue(void)
{
    int range = atomic_load_explicit(&back, memory_order_acquire);
    for (int i = 0; i < range; i++) {
        long value = atomic_exchange_explicit(&items[i], 0, SWAP);
        if (value)
            return value;
    }
    return RADDLE_FAILED;
}

RADDLE_OP1(enq, value) { enqueue(value); return RADDLE_VOID; }
RADDLE_OP(deq) { return dequeue(); }

/* The client: what threads 1, 2 and 3 call. */
#ifndef T1
#define T1 op_enq(1); op_deq();
#endif
#ifndef T2
#define T2 op_enq(2); op_deq();
#endif
#ifndef T3
#define T3
#endif

static void *first(void *arg) { T1 return 0; }
static void *second(void *arg) { T2 return 0; }
static void *third(void *arg) { T3 return 0; }

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], 0);
}
