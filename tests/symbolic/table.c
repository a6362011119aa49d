/* A table with a key that nobody knows: an entry, once set, stays. */
#include <assert.h>
#include <pthread.h>
#include <raddle.h>
#include <stdatomic.h>

static atomic_int table[8];

static void *set(void *arg)
{
    unsigned key = __VERIFIER_nondet_uint();
    (void)arg;
    __VERIFIER_assume(key < 8);
    table[key] = 1;
    return 0;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    unsigned key = __VERIFIER_nondet_uint() % 8;
    int before = table[key];
    pthread_join(t, 0);
    int after = table[key];
#ifdef WRONG
    assert(before == after);
#else
    assert(before <= after);
#endif
    return 0;
}
