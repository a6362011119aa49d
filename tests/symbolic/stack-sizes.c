// Objects of the stack that differ between ways which meet: in size, or in what was made before them.
#include <alloca.h>
#include <assert.h>
#include <raddle.h>
#include <stdint.h>

int main(void) {
    int large = __VERIFIER_nondet_range(0, 1);
#ifdef DISTANCE
    char *first = alloca(1);
    if (large) alloca(8);
    char *last = alloca(4);
    uintptr_t between = (uintptr_t)last - (uintptr_t)first;
    assert(between != 262144);
#else
    char *bytes = large ? alloca(2) : alloca(1);
    bytes[1] = 0;
#endif
    return 0;
}
