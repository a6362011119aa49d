// Long threads: advice names the loop that makes them long, if one does, and --unroll only where no counter ends it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

static atomic_int l, other, bound = 100;
static int global_count = 100;
static struct { int pad, count; } state = {0, 100};
struct big { int a, b, c, d, e, f, g, h; };
static struct big shared;

static void helper(void) {
    atomic_fetch_add(&other, 1);
    atomic_fetch_add(&other, 1);
}

static void *thread(void *arg) {
#ifdef COUNT_DOWN
    int s = 100;
    while (s-- && atomic_fetch_add(&l, 0) == 0);
#elif defined FOR_TWO_CONDITIONS
    for (int i = 0; i < 100 && atomic_fetch_add(&l, 0) == 0; i++);
#elif defined GLOBAL_COUNTER
    while (global_count-- > 0 && atomic_fetch_add(&l, 0) == 0);
#elif defined MEMBER_COUNTER
    while (--state.count && atomic_fetch_add(&l, 0) == 0);
#elif defined VARIABLE_BOUND
    for (int i = 0; i < atomic_load(&bound); i++) atomic_fetch_add(&l, 0);
#elif defined DO_WHILE
    int i = 0;
    do { atomic_fetch_add(&l, 0); } while (++i != 100 && !l);
#elif defined BREAK
    for (int i = 0;; i += 2) { if (i >= 100) break; atomic_fetch_add(&l, 0); }
#elif defined ATOMIC_COUNTER
    while (atomic_fetch_sub(&bound, 1) > 0);
#elif defined NO_COUNTER
    while (atomic_exchange(&l, 1) != 2);
#elif defined COUNTS_ONLY
    int tries = 0;
    while (atomic_exchange(&l, 1) != 2) tries++;
    atomic_store(&other, tries);
#elif defined CALLS
    helper(); helper(); helper();
    helper(); helper(); helper();
    helper(); helper(); helper();
#elif defined INITIALISER
    shared = (struct big){1, 2, 3, 4, 5, 6, 7, 8};
    memset(&shared, 0, sizeof shared);
    shared = (struct big){1, 2, 3, 4, 5, 6, 7, 8};
#elif defined LOOP_OF_CALLS
    for (;;) helper();
#endif
    return arg;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, 0, thread, 0);
    pthread_join(id, 0);
    shared.a = 1;
}
