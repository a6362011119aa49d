/* The same without the bug: however far it is unrolled, the loop may go on. */
#include <assert.h>
#include <raddle.h>

int main(void)
{
    unsigned rounds = __VERIFIER_nondet_uint(), sum = 0;
    __VERIFIER_assume(rounds < 1000);
    for (unsigned i = 0; i < rounds; i++)
        sum += 2;
    assert(sum % 2 == 0);
    return 0;
}
