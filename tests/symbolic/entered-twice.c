// A loop that is entered at two places: on one way its head was reached before.
#include <assert.h>
#include <raddle.h>

int main(void) {
    int late = __VERIFIER_nondet_range(0, 1), count = 0;
    if (late) goto middle;
begin:
    count++;
middle:
    count++;
    if (count < 3) goto begin;
    assert(late);
    return 0;
}
