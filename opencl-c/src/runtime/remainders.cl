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

#define REAL float
#define BITS(x) as_int(x)
#include "remainders.h"
