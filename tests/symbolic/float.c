/* A floating-point number on the way. */
#include <assert.h>
#include <raddle.h>

int main(void)
{
    double half = __VERIFIER_nondet_int() / 2.0;
    assert(half != 1.5);
    return 0;
}
