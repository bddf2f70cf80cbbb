// fmod, remainder and remquo, exact for all numbers: by division of significands, a bit a step. libclc scales a divisor beyond all numbers.

#include "../elements.h"

// Subnormal numbers have the exponent of the least normal ones.
static int exponent_of(ulong bits) {
    const int exponent = (int)(bits >> 52);
    return exponent == 0 ? 1 : exponent;
}

static ulong significand_of(ulong bits) {
    return (bits & 0xfffffffffffff) | (bits >> 52 == 0 ? 0 : 0x10000000000000);
}

// 2 to the power of an exponent with its bias, also of one that subnormal numbers have, times the rest.
static double scaled(ulong rest, int exponent) {
    const double unit = as_double(exponent < 53 ? 1ul << (exponent - 1) : (ulong)(exponent - 52) << 52);
    return (double)rest * unit;
}

// The remainder of positive numbers, and the lower bits of their quotient.
static double modulo(double x, double y, uint *quotient) {
    *quotient = 0;
    if (x < y)
        return x;
    const ulong divisor = significand_of(as_ulong(y));
    const int below = exponent_of(as_ulong(y));
    // More than one bit only for a divisor that is subnormal.
    const ulong dividend = significand_of(as_ulong(x)), first = dividend / divisor;
    ulong rest = dividend - first * divisor;
    uint bits = (uint)first;
    for (int left = exponent_of(as_ulong(x)) - below; left > 0; left--) {
        rest <<= 1;
        const uint bit = rest >= divisor;
        rest -= bit ? divisor : 0;
        bits = bits << 1 | bit;
    }
    *quotient = bits;
    return scaled(rest, below);
}

#define REAL double
#define BITS(x) as_long(x)
#include "../remainders.h"
