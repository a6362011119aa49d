// The error is in a function that others call.
#include <stdlib.h>
#ifdef INLINED
__attribute__((always_inline)) inline
#endif
static void last(int *p) {
    *p = 1;
}

static void middle(int *p) {
    last(p);
}

int main(void) {
    int *p = malloc(sizeof *p);
    middle(p + 1);
    free(p);
}
