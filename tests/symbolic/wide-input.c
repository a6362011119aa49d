/* An input of 64 bits, and what no number of them is. */
#include <assert.h>
#include <raddle.h>

int main(void)
{
    unsigned long x = __VERIFIER_nondet_ulong();
#ifdef WRONG
    assert(x >> 3 != 0x123456789abcdef);
#else
    assert((x & 1) + (~x & 1) == 1);
#endif
    return 0;
}
