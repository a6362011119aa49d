/* Structs by value and by address, in registers and in memory; unions and bit-fields. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

struct padded { int a; char b; };
struct small { int a, b; };
struct large { long a, b, c; };
struct mixed { double d; float f; };
struct nested { struct small s[2]; struct { short t; char u; } in; };
union view { int i; float f; unsigned char bytes[4]; };
struct fields { unsigned a : 3; int b : 7; unsigned c : 22; unsigned long d : 40; };
struct odd { char bytes[3]; };

static struct padded make_padded(int a)
{
    struct padded p;

    p.a = a;
    p.b = 'x';
    return p;
}

static int use_padded(struct padded p)
{
    p.a++;
    return p.a + p.b;
}

static struct small swap(struct small s)
{
    struct small r = {s.b, s.a};

    return r;
}

static struct large make_large(long x)
{
    struct large r = {x, x * 2, x * 3};

    return r;
}

static long use_large(struct large r)
{
    r.a += 100;
    return r.a + r.b + r.c;
}

static struct mixed make_mixed(double d)
{
    struct mixed m = {d, (float)d / 2};

    return m;
}

static double use_mixed(struct mixed m)
{
    return m.d + m.f;
}

static int use_odd(struct odd o)
{
    return o.bytes[0] + o.bytes[1] + o.bytes[2];
}

static struct nested global = {{{1, 2}, {3, 4}}, {5, 6}};

static void by_value(void)
{
    struct padded p = make_padded(4);
    struct small s = swap((struct small){1, 2});
    struct large l = make_large(7), m = l;
    struct odd o = {{1, 2, 3}};

    assert(p.a == 4 && p.b == 'x' && use_padded(p) == 5 + 'x' && p.a == 4);
    assert(s.a == 2 && s.b == 1 && use_large(l) == 142 && l.a == 7);
    m.b = 0;
    assert(l.b == 14 && memcmp(&l, &m, 8) == 0 && memcmp(&l, &m, sizeof l) != 0);
    assert(use_mixed(make_mixed(3.0)) == 4.5 && use_odd(o) == 6);
}

static void in_memory(void)
{
    struct nested n;
    struct { char c; struct small s; } local = {1, {2, 3}};
    struct small *inside = &local.s;

    global.s[1].b = 9;
    n = global;
    n.s[0].a = 77;
    assert(global.s[0].a == 1 && n.s[1].b == 9 && global.in.u == 6 && offsetof(struct nested, in) == 16);
    inside->a = 8;
    assert(local.s.a == 8 && local.c == 1);
}

static void overlapping(void)
{
    union view v;
    struct fields f;

    v.f = 1.0f;
    assert(v.i == 0x3f800000 && v.bytes[3] == 0x3f);
    v.bytes[0] = 1;
    assert(v.i == 0x3f800001);
    f.a = 5;
    f.b = -3;
    f.c = 12345;
    f.d = 1ul << 39;
    assert(f.a == 5 && f.b == -3 && f.c == 12345 && f.d == 1ul << 39);
    f.a += 4;
    assert(f.a == 1 && f.b == -3);
}

int main(void)
{
    by_value();
    in_memory();
    overlapping();
    return 0;
}
