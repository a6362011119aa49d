// A thread looks at a clock until time has passed, which nobody chooses: the story says so.
#include <assert.h>
#include <stdatomic.h>
#include <time.h>

static atomic_int never;

static long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec;
}

int main(void) {
    long begin = now();
    while (!atomic_load(&never) && now() - begin < 10);
    assert(never);
}
