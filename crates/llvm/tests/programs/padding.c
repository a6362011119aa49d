/* Bytes that nobody ever wrote, and that do not matter: padding of structs that are passed by value, other fields of a unit
 * of bit-fields. */
#include <assert.h>
#include <stdlib.h>

struct padded { int a; char b; };
struct fields { unsigned a : 3; int b : 7; unsigned c : 22; unsigned long d : 40; };
struct partly { long a; int b, c; };

static int use(struct padded p)
{
    p.a++;
    return p.a + p.b;
}

static struct padded make(int a)
{
    struct padded p;

    p.a = a;
    p.b = 'x';
    return p;
}

static long half(struct partly p)
{
    return p.a + p.b;
}

int main(void)
{
    struct padded list[3], *heap = malloc(sizeof *heap);
    struct fields *fields = malloc(sizeof *fields), local[2];
    struct partly *partly = malloc(sizeof *partly);

    for (int i = 0; i < 3; i++)
        list[i] = make(i);
    heap->a = 5;
    heap->b = 'y';
    assert(use(list[2]) == 3 + 'x' && use(*heap) == 6 + 'y');
    fields->a = 5;
    fields->d = 1ul << 39;
    fields->b = -3;
    assert(fields->a == 5 && fields->b == -3 && fields->d == 1ul << 39);
    for (int i = 0; i < 2; i++) {
        local[i].c = i;
        local[i].a = 2;
    }
    assert(local[1].c == 1 && local[0].a == 2);
    partly->a = 1;
    partly->b = 2;
    assert(half(*partly) == 3);
    free(heap);
    free(fields);
    free(partly);
    return 0;
}
