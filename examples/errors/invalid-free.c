/* Frees a pointer into the middle of what was allocated.
 *
 *     raddle check examples/errors/invalid-free.c
 *     error[invalid-free]: ...
 */
#include <stdlib.h>

int main(void)
{
    int *cells = malloc(2 * sizeof *cells);
    int *end = cells;

    *end++ = 1;
    *end++ = 2;
    free(end - 1);
    return 0;
}
