/* An input of 32 bits: one value of four billion is wrong. */
#include <assert.h>
#include <raddle.h>

int main(void)
{
    int x = __VERIFIER_nondet_int();
    assert(x != 12345);
    return 0;
}
