/* An index that nobody checks. */
#include <raddle.h>

static int array[4];

int main(void)
{
    unsigned index = __VERIFIER_nondet_uint();
#ifdef CHECKED
    __VERIFIER_assume(index < 4);
#endif
    array[index] = 1;
    return 0;
}
