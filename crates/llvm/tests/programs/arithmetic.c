/* Integers of every size that C has by itself: wrapping, signs, conversions, bits. */
#include <assert.h>
#include <limits.h>
#include <stdint.h>

static int collatz(unsigned n)
{
    int steps = 0;

    while (n != 1) {
        n = n % 2 ? 3 * n + 1 : n / 2;
        steps++;
    }
    return steps;
}

static void operators(int a, int b)
{
    assert(a / b == -3 && a % b == 2);
    assert((a >> 2) == 4 && (b >> 1) == -3 && (a << 3) == 136);
    assert((a & 12) == 0 && (a | 12) == 29 && (a ^ 12) == 29 && ~a == -18);
    assert(a > b && (unsigned)a < (unsigned)b && -a == -17 && !a == 0);
    assert(a + b == 12 && a - b == 22 && a * b == -85);
}

static void widths(int a)
{
    unsigned u = 0;
    int8_t s8 = (int8_t)200;
    uint8_t u8 = (uint8_t)(s8 * 3);
    uint16_t u16 = 65535;
    long long x = 1;
    _Bool t = a;

    u--;
    u16++;
    for (int i = 0; i < 40; i++)
        x *= 2;
    assert(u == UINT_MAX && s8 == -56 && u8 == 88 && u16 == 0 && x == 1099511627776ll && t == 1);
    assert((long)(int)0x80000000u == INT_MIN && (unsigned long)(unsigned)-1 == 0xfffffffful);
    assert((short)70000 == 4464 && (char)300 == 44);
}

static void bits(uint64_t v)
{
    int r;

    assert(__builtin_popcountll(v) == 8 && __builtin_clzll(v) == 48 && __builtin_ctzll(v) == 4);
    assert(__builtin_bswap32(0x01020304) == 0x04030201 && __builtin_bswap64(v) == 0xf0f0000000000000ull);
    assert(__builtin_add_overflow(INT_MAX, (int)v, &r) && !__builtin_mul_overflow((int)v, 2, &r) && r == 0x1e1e0);
    assert(__builtin_sub_overflow(0u, (unsigned)v, (unsigned *)&r));
    assert((uint32_t)v >> 4 << 28 == 0xf0000000u && ((uint8_t)v << 1 | (uint8_t)v >> 7) == 0x1e1);
}

int main(void)
{
    volatile int a = 17, b = -5;

    operators(a, b);
    widths(a);
    bits(0xf0f0);
    assert(collatz(27) == 111);
    return 0;
}
