/* A call within a call. */
#include <raddle.h>

RADDLE_OP1(enq, value) { return RADDLE_VOID; }
RADDLE_OP(deq) { op_enq(1); return 1; }

int main(void)
{
    op_deq();
}
