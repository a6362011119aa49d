// `cmpxchg16b` in inline assembly: two numbers that change together, a load of both at once, and a store by a loop.
// -DBUG_TWO_STEPS: the numbers are changed one after the other.
// -DBUG_TWO_LOADS: they are loaded one after the other.
#include <assert.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t low, high;
} __attribute__((aligned(16))) pair;

static pair shared;

static bool replace(pair *place, pair *expected, pair desired) {
    bool done;
    __asm__ volatile("lock; cmpxchg16b %1; setz %0"
                     : "=q"(done), "+m"(*place), "+a"(expected->low), "+d"(expected->high)
                     : "b"(desired.low), "c"(desired.high)
                     : "memory", "cc");
    return done;
}

// Whatever the registers hold, it is replaced by itself.
static pair load(pair *place) {
    pair found;
    __asm__ volatile("movq %%rdx, %%rcx; movq %%rax, %%rbx; lock; cmpxchg16b %2"
                     : "=a"(found.low), "=d"(found.high)
                     : "m"(*place)
                     : "rbx", "rcx", "memory", "cc");
    return found;
}

static void store(pair *place, uint64_t low, uint64_t high) {
    __asm__ volatile("movq %0, %%rax\n\t"
                     "movq 8(%1), %%rdx\n\t"
                     ".align 16\n"
                     "1:\tlock; cmpxchg16b %0\n\t"
                     "jne 1b"
                     : "+m"(*place)
                     : "r"(place), "b"(low), "c"(high)
                     : "rax", "rdx", "memory", "cc");
}

static void *count(void *argument) {
#ifdef BUG_TWO_STEPS
    __asm__ volatile("lock; incq %0; lock; incq 8(%1)" : "+m"(shared.low) : "r"(&shared) : "memory", "cc");
#else
    pair old = {0, 0}, new = {1, 1};
    while (!replace(&shared, &old, new)) {
        new.low = old.low + 1;
        new.high = old.high + 1;
    }
#endif
    return argument;
}

static void *look(void *argument) {
#ifdef BUG_TWO_LOADS
    pair found;
    __asm__ volatile("movq %2, %0; movq 8(%3), %1"
                     : "=&r"(found.low), "=&r"(found.high)
                     : "m"(shared), "r"(&shared)
                     : "memory");
#else
    pair found = load(&shared);
#endif
    assert(found.low == found.high);
    return argument;
}

int main(void) {
    pthread_t threads[3];
    void *(*functions[])(void *) = {count, count, look};
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, functions[i], NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    assert(shared.low == 2 && shared.high == 2);
    store(&shared, 7, 8);
    pair last = load(&shared);
    assert(last.low == 7 && last.high == 8);
    return 0;
}
