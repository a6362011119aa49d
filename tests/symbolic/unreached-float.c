/* What cannot be expressed does not matter where nobody gets. */
#include <assert.h>
#include <raddle.h>

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    if (x % 2 == 1 && x % 4 == 2) {
        double half = x / 2.0;
        assert(half != 1.5);
    }
    return 0;
}
