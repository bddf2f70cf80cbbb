// Conversions between numbers of 64 bits and those of 32 and 16.

#include "bits.h"

enum { FLOAT_FRACTION = 23, FLOAT_BIAS = 127, FLOAT_TOP = 0xff, HALF_FRACTION = 10, HALF_BIAS = 15, HALF_TOP = 0x1f };

double __extendsfdf2(float value) {
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    const uint64_t sign = (uint64_t)(bits >> 31) << 63;
    const uint32_t size = bits & 0x7fffffff;
    const int32_t exponent = (int32_t)(size >> FLOAT_FRACTION);
    if (exponent == FLOAT_TOP)
        return double_of(size << 9 != 0 ? NOT_A_NUMBER : sign | INFINITE);
    if (size == 0)
        return double_of(sign);
    // A subnormal number has its first bit below that of the others.
    const int shift = exponent == 0 ? __builtin_clz(size) - (31 - FLOAT_FRACTION) : 0;
    const uint64_t fraction = (uint64_t)(size << shift & 0x7fffff) << (FRACTION - FLOAT_FRACTION);
    const int32_t wide = (exponent == 0 ? 1 - shift : exponent) + BIAS - FLOAT_BIAS;
    return double_of(sign | (uint64_t)wide << FRACTION | fraction);
}

// Exponent and fraction of the nearest number of a format with fewer bits, the even one of two.
static uint32_t nearest(uint64_t bits, int fraction, int bias, int32_t top) {
    const uint32_t infinite = (uint32_t)top << fraction;
    if (is_nan(bits))
        return infinite | 1u << (fraction - 1);
    const struct number x = number_of(bits);
    int32_t below = x.exponent - BIAS + bias - 1;
    if (below >= top - 1)
        return infinite;
    // Two bits behind the fraction, of which the last stands for all others.
    uint64_t significand = without(x.significand, (uint32_t)(FRACTION - fraction - 2));
    if (below < 0) {
        significand = without(significand, (uint32_t)-below);
        below = 0;
    }
    const uint32_t rest = significand & 3, kept = (uint32_t)(significand >> 2);
    return ((uint32_t)below << fraction) + kept + (rest > 2 || (rest == 2 && (kept & 1)));
}

float __truncdfsf2(double value) {
    const uint64_t bits = bits_of(value);
    const uint32_t size = nearest(bits, FLOAT_FRACTION, FLOAT_BIAS, FLOAT_TOP);
    const uint32_t narrow = (is_nan(bits) ? 0 : (uint32_t)(bits >> 63) << 31) | size;
    float result;
    __builtin_memcpy(&result, &narrow, sizeof result);
    return result;
}

_Float16 __truncdfhf2(double value) {
    const uint64_t bits = bits_of(value);
    const uint32_t size = nearest(bits, HALF_FRACTION, HALF_BIAS, HALF_TOP);
    const uint16_t narrow = (uint16_t)((bits >> 63 << 15) | size);
    _Float16 result;
    __builtin_memcpy(&result, &narrow, sizeof result);
    return result;
}
