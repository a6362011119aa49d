/* A set of flags. ORDER is that of all accesses. */
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ORDER
#define ORDER memory_order_seq_cst
#endif

#ifndef LOAD
#define LOAD memory_order_seq_cst
#endif

static atomic_int flags[4];

RADDLE_OP1(add, key) { return atomic_exchange_explicit(&flags[key], 1, ORDER) == 0; }
RADDLE_OP1(has, key) { return atomic_load_explicit(&flags[key], LOAD); }

/* The client: what threads 1, 2 and 3 call. */
#ifndef T1
#define T1 op_add(1);
#endif
#ifndef T2
#define T2 op_add(2);
#endif
#ifndef T3
#define T3 op_has(1); op_has(2);
#endif
#ifndef T4
#define T4 op_has(2); op_has(1);
#endif

static void *first(void *arg) { T1 return 0; }
static void *second(void *arg) { T2 return 0; }
static void *third(void *arg) { T3 return 0; }
static void *fourth(void *arg) { T4 return 0; }

int main(void)
{
    pthread_t threads[4];
    pthread_create(&threads[0], 0, first, 0);
    pthread_create(&threads[1], 0, second, 0);
    pthread_create(&threads[2], 0, third, 0);
    pthread_create(&threads[3], 0, fourth, 0);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], 0);
}
