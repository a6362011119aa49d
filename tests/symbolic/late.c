/* A bug that needs five iterations of a loop of which nobody knows how long it is. */
#include <assert.h>
#include <raddle.h>

int main(void)
{
    unsigned rounds = __VERIFIER_nondet_uint(), sum = 0;
    for (unsigned i = 0; i < rounds; i++)
        sum += 3;
    assert(sum != 15);
    return 0;
}
