/* Plain accesses at addresses that their types do not allow, one for each macro; without a macro what is legal: packed
 * structures, bytes, and copies. */
#include <stdalign.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct __attribute__((packed)) header {
    char tag;
    int length;
    double weight;
};

struct __attribute__((packed, aligned(2))) pair {
    short kind;
    int value;
};

typedef int loose __attribute__((aligned(1)));

static struct header header;
static struct pair pairs[3];
static alignas(16) unsigned char buffer[64];

static int get(int *where)
{
    return *where;
}

static void put(double *where)
{
    *where = 1;
}

int main(void)
{
    char *heap = calloc(1, 32);
    int number = 5;

    header.length = 1;
    header.weight = header.length;
    for (int i = 0; i < 3; i++)
        pairs[i].value = pairs[2 - i].value + header.length;
    struct header copy = header, *at = (struct header *)(heap + 3);
    *at = copy;
    at->weight += at->length;
    *(loose *)(buffer + 5) = 7;
    memcpy(buffer + 1, &number, sizeof number);
    memcpy(&number, buffer + 1, sizeof number);
    put((double *)(buffer + 8));
    number = get((int *)(heap + 4 * (number & 1)));
#ifdef BUG_READ
    number = *(int *)(buffer + 1);
#endif
#ifdef BUG_READ_THROUGH_POINTER
    number = get((int *)(buffer + number + 2));
#endif
#ifdef BUG_WRITE
    put((double *)(heap + 4));
#endif
#ifdef BUG_WRITE_SHORT
    *(short *)(heap + 1) = 1;
#endif
#ifdef BUG_MEMBER_OF_PACKED
    put(&header.weight);
#endif
#ifdef BUG_LOCAL
    char local[8] = { 0 };
    number = get((int *)(local + 2));
#endif
    free(heap);
    return 0;
}
