/* Functions with variable arguments, functions without prototypes, pointers to both. */
#include <assert.h>
#include <stdarg.h>
#include <string.h>

struct small { int a; char b; short c[3]; };
struct large { long a, b, c; };

static int sum(int n, ...)
{
    va_list list;
    int s = 0;

    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, int);
    va_end(list);
    return s;
}

static double mix(const char *format, ...)
{
    va_list list, copy;
    double r = 0;

    va_start(list, format);
    va_copy(copy, list);
    for (; *format; format++)
        switch (*format) {
        case 'i':
            r += va_arg(list, int);
            break;
        case 'd':
            r += va_arg(list, double);
            break;
        case 'l':
            r += va_arg(list, long);
            break;
        case 'w':
            r += (double)(long)(va_arg(list, __int128) >> 64);
            break;
        case 's':
            r += strlen(va_arg(list, char *));
            break;
        case 'S': {
            struct small s = va_arg(list, struct small);
            r += s.a + s.b + s.c[2];
            break;
        }
        case 'L': {
            struct large s = va_arg(list, struct large);
            r += s.a + s.c;
            break;
        }
        }
    r += va_arg(copy, int) * 1000;
    va_end(copy);
    va_end(list);
    return r;
}

static int take(int n, va_list list)
{
    int s = 0;

    while (n--)
        s += va_arg(list, int);
    return s;
}

static int halves(int n, ...)
{
    va_list list;
    int a, b;

    va_start(list, n);
    a = take(n / 2, list);
    b = take(n - n / 2, list);
    va_end(list);
    return a * 100 + b;
}

static int plain(int a, int b)
{
    return a * 2 + b;
}

#if __STDC_VERSION__ < 202311L
static int apply(int (*f)(), int x)
{
    return f(x, 1);
}
#else
static int apply(int (*f)(int, int), int x)
{
    return f(x, 1);
}
#endif

int main(void)
{
    struct small s = {1, 2, {3, 4, 5}};
    struct large l = {100, 200, 300};
    int (*pointer)(int, ...) = sum;

    assert(sum(4, 1, 2, 3, 4) == 10 && sum(0) == 0 && pointer(2, 5, 6) == 11 && pointer(0) == 0);
    assert(mix("idlwsSL", 7, 2.5, 100l, (__int128)9 << 64, "four", s, l) == 7 + 2.5 + 100 + 9 + 4 + 8 + 400 + 7000);
    assert(halves(5, 1, 2, 3, 4, 5) == 312);
    assert(apply(plain, 4) == 9);
    return 0;
}
