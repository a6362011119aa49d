/* Integers of 128 bits. */
#include <assert.h>
#include <stdint.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static u128 power(u128 base, int exponent)
{
    u128 result = 1;

    while (exponent-- > 0)
        result *= base;
    return result;
}

struct pair {
    i128 first;
    char tag;
};

static i128 sum(struct pair p)
{
    return p.first + p.tag;
}

int main(void)
{
    u128 w = (u128)UINT64_MAX * UINT64_MAX;
    i128 s = -1;
    struct pair p = {(i128)5 << 70, 3};
    i128 list[3] = {1, -2, 3};

    assert((uint64_t)(w >> 64) == 0xfffffffffffffffeull && (uint64_t)w == 1);
    s *= (i128)1 << 70;
    assert(s < 0 && s >> 70 == -1 && (u128)s >> 127 == 1);
    s /= 3;
    assert((long)(s / ((i128)1 << 60)) == -341 && s % 7 == -5);
    assert(power(10, 30) / power(10, 12) == power(10, 18) && power(3, 80) % 1000 == 601);
    assert(sum(p) == ((i128)5 << 70) + 3 && list[0] + list[1] * list[2] == -5);
    assert((i128)(int)-7 == -7 && (u128)(unsigned)-7 == 4294967289u && (long)(i128)-9 == -9);
    assert((w & ~(u128)0) == w && (w ^ w) == 0 && (w | 1) == w && -(i128)4 == (i128)-4);
    switch ((int)(w >> 120)) {
    case 255:
        break;
    default:
        assert(0);
    }
    return 0;
}
