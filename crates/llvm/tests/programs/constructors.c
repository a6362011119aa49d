/* What runs before `main`, aliases, weak symbols, and initial values that are addresses. */
#include <assert.h>

static int order;
static int seen[3];

__attribute__((constructor(201))) static void later(void)
{
    seen[1] = ++order;
}

__attribute__((constructor(200))) static void sooner(void)
{
    seen[0] = ++order;
}

__attribute__((constructor)) static void last(void)
{
    seen[2] = ++order;
}

int original = 7;
extern int another __attribute__((alias("original")));

int answer(void)
{
    return 42;
}

int question(void) __attribute__((alias("answer")));
extern int missing(void) __attribute__((weak));
__attribute__((weak)) int replaceable(void)
{
    return 1;
}

struct table {
    char tag;
    int (*function)(void);
    int *where;
    double scale;
    float factors[2];
    _Bool on;
};

static struct table tables[2] = {{'a', answer, &original, 1.5, {0.5f, 2}, 1}, {.tag = 'b', .where = &seen[2]}};

int main(void)
{
    assert(seen[0] == 1 && seen[1] == 2 && seen[2] == 3);
    another = 8;
    assert(original == 8 && question() == 42 && !missing && replaceable() == 1);
    assert(tables[0].function() == 42 && *tables[0].where == 8 && tables[0].scale == 1.5 && tables[0].factors[1] == 2);
    assert(tables[0].on && !tables[1].function && *tables[1].where == 3 && tables[1].tag == 'b');
    return 0;
}
