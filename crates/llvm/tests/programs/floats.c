/* Numbers with a point. */
#include <assert.h>
#include <math.h>

static float scale(float x)
{
    return x * 1.5f;
}

static double horner(const double *coefficients, int count, double x)
{
    double result = 0;

    for (int i = count - 1; i >= 0; i--)
        result = result * x + coefficients[i];
    return result;
}

int main(void)
{
    volatile double a = 0.1, b = 0.2, zero = 0.0;
    double c[] = {1, 2, 3};
    float f = (float)(a + b);

    assert(a + b > 0.3 && a + b < 0.30000001 && f == 0.3f);
    assert((int)((a + b) * 10) == 3 && (unsigned char)200.7 == 200 && (long)-1.9 == -1);
    assert(scale(2) == 3.0f && horner(c, 3, 2) == 17 && -a < 0 && a - b < zero);
    assert(1.0 / zero > 1e308 && !(zero / zero == zero / zero) && zero / zero != 1);
    assert((double)(1u << 31) == 2147483648.0 && (float)16777217 == 16777216.0f && (double)-3l == -3.0);
    assert(__builtin_fabs(-a) == a && __builtin_copysign(1.0, -a) == -1.0);
    return 0;
}
