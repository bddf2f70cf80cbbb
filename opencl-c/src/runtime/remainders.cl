// fmod, remainder and remquo, exact for all numbers: by division of significands, eight bits a step.

#include "elements.h"

// Subnormal numbers have the exponent of the least normal ones.
static int exponent_of(uint bits) {
    const int exponent = bits >> 23;
    return exponent == 0 ? 1 : exponent;
}

static uint significand_of(uint bits) {
    return (bits & 0x7fffff) | (bits >> 23 == 0 ? 0 : 0x800000);
}

// The remainder of positive numbers, and the lower bits of their quotient.
static float modulo(float x, float y, uint *quotient) {
    *quotient = 0;
    if (x < y)
        return x;
    const uint divisor = significand_of(as_uint(y)), dividend = significand_of(as_uint(x));
    const int below = exponent_of(as_uint(y));
    uint bits = dividend / divisor, rest = dividend % divisor;
    for (int left = exponent_of(as_uint(x)) - below; left > 0;) {
        const int step = left < 8 ? left : 8;
        rest <<= step;
        bits = (bits << step) + rest / divisor;
        rest %= divisor;
        left -= step;
    }
    *quotient = bits;
    // What y's last bit is worth, which may be subnormal.
    const float unit = as_float(below < 24 ? 1u << (below - 1) : (uint)(below - 23) << 23);
    return (float)rest * unit;
}

static bool has_remainder(float x, float y) {
    return !isnan(x) && !isinf(x) && !isnan(y) && y != 0;
}

float OVERLOADED fmod(float x, float y) {
    uint quotient;
    return has_remainder(x, y) ? copysign(modulo(fabs(x), fabs(y), &quotient), x) : NAN;
}

// The remainder of the nearest quotient, of the even one if there are two, and seven bits of the quotient with its sign.
static float nearest(float x, float y, int *seven_bits) {
    *seven_bits = 0;
    if (!has_remainder(x, y))
        return NAN;
    uint quotient;
    const float divisor = fabs(y);
    float rest = modulo(fabs(x), divisor, &quotient);
    const float behind = divisor - rest;
    if (rest > behind || (rest == behind && quotient & 1)) {
        rest -= divisor;
        quotient++;
    }
    const int bits = quotient & 0x7f;
    *seven_bits = (as_int(x) ^ as_int(y)) < 0 ? -bits : bits;
    return as_int(x) < 0 ? -rest : rest;
}

float OVERLOADED remainder(float x, float y) {
    int quotient;
    return nearest(x, y, &quotient);
}

static int OVERLOADED quotient_of(float x, float y) {
    int quotient;
    nearest(x, y, &quotient);
    return quotient;
}

OF_ELEMENTS_2(fmod, float, float, float)
OF_ELEMENTS_2(remainder, float, float, float)
OF_ELEMENTS_2(quotient_of, int, float, float)

#define REMQUO(n, space)                                                            \
    float##n OVERLOADED remquo(float##n x, float##n y, space int##n *quotient) {    \
        *quotient = quotient_of(x, y);                                              \
        return remainder(x, y);                                                     \
    }

#define REMQUO_IN(space) \
    REMQUO(, space)      \
    REMQUO(2, space)     \
    REMQUO(3, space)     \
    REMQUO(4, space)     \
    REMQUO(8, space)     \
    REMQUO(16, space)

REMQUO_IN(__global)
REMQUO_IN(__local)
REMQUO_IN(__private)
