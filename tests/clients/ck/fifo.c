// ck_fifo: values come out in the order in which they went in.
// -DMPMC: for several producers and consumers (16-byte pointers with generations); else for one of each (spsc).
// -DBUG_TWO_CONSUMERS, -DBUG_TWO_PRODUCERS: more of them than spsc allows, without its locks.
// -DBUG_SAME_ENTRY: an entry is put in a second time while it is still there.
#include <assert.h>
#include <ck_fifo.h>
#include <pthread.h>

static int values[3] = {1, 2, 3};
static int taken[3];

#ifdef MPMC
static ck_fifo_mpmc_t fifo;
static ck_fifo_mpmc_entry_t entries[3];
static void put(int i) { ck_fifo_mpmc_enqueue(&fifo, &entries[i], &values[i]); }
static int *get(void) {
    int *value = NULL;
    ck_fifo_mpmc_entry_t *garbage;
    return ck_fifo_mpmc_dequeue(&fifo, &value, &garbage) ? value : NULL;
}
static ck_fifo_mpmc_entry_t stub;
#define INIT ck_fifo_mpmc_init
#else
static ck_fifo_spsc_t fifo;
static ck_fifo_spsc_entry_t entries[3];
static void put(int i) { ck_fifo_spsc_enqueue(&fifo, &entries[i], &values[i]); }
static int *get(void) {
    int *value = NULL;
    return ck_fifo_spsc_dequeue(&fifo, &value) ? value : NULL;
}
static ck_fifo_spsc_entry_t stub;
#define INIT ck_fifo_spsc_init
#endif

static void *produce(void *argument) {
    (void)argument;
    put(0);
#if defined(BUG_SAME_ENTRY)
    ck_fifo_spsc_enqueue(&fifo, &entries[0], &values[1]);
#elif !defined(MPMC)
    put(1);
#endif
    return NULL;
}

#if defined(MPMC) || defined(BUG_TWO_PRODUCERS)
static void *produce_one(void *argument) {
    (void)argument;
    put(2);
    return NULL;
}
#endif

static void *consume(void *argument) {
    (void)argument;
    int last = 0;
    for (int i = 0; i < 2; i++) {
        int *value = get();
        if (value == NULL)
            continue;
        assert(*value == 3 || *value > last);
        if (*value != 3)
            last = *value;
        taken[*value - 1]++;
    }
    return NULL;
}

int main(void) {
    pthread_t threads[3];
    void *(*functions[3])(void *) = {produce, consume, NULL};
    // What nobody puts in.
#ifdef MPMC
    taken[1] = 1;
#elif !defined(BUG_TWO_PRODUCERS)
    taken[2] = 1;
#endif
#if defined(MPMC) || defined(BUG_TWO_PRODUCERS)
    functions[2] = produce_one;
#elif defined(BUG_TWO_CONSUMERS)
    functions[2] = consume;
#endif
    INIT(&fifo, &stub);
    for (int i = 0; i < 3; i++)
        if (functions[i])
            pthread_create(&threads[i], NULL, functions[i], NULL);
    for (int i = 0; i < 3; i++)
        if (functions[i])
            pthread_join(threads[i], NULL);
    for (int *value; (value = get()) != NULL;)
        taken[*value - 1]++;
    for (int i = 0; i < 3; i++)
        assert(taken[i] == 1);
    return 0;
}
