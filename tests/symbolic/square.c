/* Which unsigned numbers have this square, modulo 2^32? */
#include <assert.h>
#include <raddle.h>

int main(void)
{
    unsigned x = __VERIFIER_nondet_uint();
    assert(x * x != 1369);
    return 0;
}
