/* Removes the first element of an array by `memcpy`, whose ranges overlap: that needs `memmove`.
 *
 *     raddle check examples/errors/overlapping-copy.c
 *     error[overlapping-copy]: ...
 */
#include <string.h>

static int queue[4] = { 1, 2, 3, 4 };

int main(void)
{
    memcpy(&queue[0], &queue[1], 3 * sizeof queue[0]);
    return 0;
}
