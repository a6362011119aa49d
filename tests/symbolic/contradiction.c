/* Assumptions that no input satisfies. */
#include <assert.h>
#include <raddle.h>

int main(void)
{
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 5);
    __VERIFIER_assume(x < 3);
    assert(0);
    return 0;
}
