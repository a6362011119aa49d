/* An atomic access to an address that is not a multiple of its size: a packed header puts the counter at offset 1.
 *
 *     raddle check examples/errors/misaligned-access.c
 *     error[misaligned-access]: ...
 */
#include <stdatomic.h>

static _Alignas(8) unsigned char packet[8];

int main(void)
{
    atomic_int *counter = (atomic_int *)(packet + 1);

    atomic_fetch_add_explicit(counter, 1, memory_order_relaxed);
    return 0;
}
