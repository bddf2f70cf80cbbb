// Functions whose results may be subnormal: libclc makes 0 of them.

#include "elements.h"
#include "neighbours.h"

// 2 to a power that floats have, but for subnormal ones.
static float power(int exponent) {
    return as_float((exponent + 127) << 23);
}

// e to the power r, times 2 to the power n: the series, to its eighth term, for r up to ln(2) / 2. It is scaled in two steps, of
// which only the second may round.
static float exponential(int n, float r) {
    float sum = 1.0f / 5040;
    sum = fma(sum, r, 1.0f / 720);
    sum = fma(sum, r, 1.0f / 120);
    sum = fma(sum, r, 1.0f / 24);
    sum = fma(sum, r, 1.0f / 6);
    sum = fma(sum, r, 0.5f);
    sum = fma(sum, r, 1.0f);
    sum = fma(sum, r, 1.0f);
    const int half_of_n = n / 2;
    return sum * power(half_of_n) * power(n - half_of_n);
}

static float within(float x, float low, float high) {
    return x < low ? low : x > high ? high : x;
}

float OVERLOADED exp(float x) {
    if (isnan(x))
        return x;
    // Beyond lie zeros and infinities.
    x = within(x, -110, 90);
    const float n = rint(x * 0x1.715476p+0f);
    // ln(2) in two parts: the product of the first with n is exact.
    const float r = fma(n, -0x1.7f7d1cp-20f, fma(n, -0x1.62e4p-1f, x));
    return exponential((int)n, r);
}

float OVERLOADED exp2(float x) {
    if (isnan(x))
        return x;
    x = within(x, -160, 130);
    const float n = rint(x);
    return exponential((int)n, (x - n) * 0x1.62e43p-1f);
}

float OVERLOADED half_exp(float x) {
    return exp(x);
}

float OVERLOADED half_exp2(float x) {
    return exp2(x);
}

float OVERLOADED ldexp(float x, int n) {
    if (x == 0 || isnan(x) || isinf(x))
        return x;
    // From 1 to 2, and an exponent.
    const bool is_subnormal = fabs(x) < 0x1p-126f;
    const int bits = as_int(is_subnormal ? x * 0x1p24f : x);
    const float significand = as_float((bits & 0x807fffff) | 0x3f800000);
    // Beyond 400 every result is 0 or infinite.
    const int scaled = n < -400 ? -400 : n > 400 ? 400 : n;
    const int exponent = (bits >> 23 & 0xff) - 127 - (is_subnormal ? 24 : 0) + scaled;
    if (exponent > 127)
        return copysign(INFINITY, x);
    if (exponent >= -126)
        return significand * power(exponent);
    // Only the second product may round.
    return significand * power(exponent < -160 ? -34 : exponent + 126) * 0x1p-126f;
}

NEXTAFTER(float, int)

OF_ELEMENTS_1(exp, float, float)
OF_ELEMENTS_1(exp2, float, float)
OF_ELEMENTS_1(half_exp, float, float)
OF_ELEMENTS_1(half_exp2, float, float)
OF_ELEMENTS_2(ldexp, float, float, int)
OF_ELEMENTS_2(nextafter, float, float, float)

OF_NUMBER(ldexp, float, int)
