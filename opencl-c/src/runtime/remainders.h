// fmod, remainder and remquo, by the remainder of positive numbers and the lower bits of their quotient (`modulo`). REAL is the type of the
// numbers, BITS(x) the integer of its bits.

#include "reals.h"

#define OF_TWO(name, result, real) OF_ELEMENTS_2(name, result, real, real)

static bool has_remainder(REAL x, REAL y) {
    return !isnan(x) && !isinf(x) && !isnan(y) && y != 0;
}

REAL OVERLOADED fmod(REAL x, REAL y) {
    uint quotient;
    return has_remainder(x, y) ? copysign(modulo(fabs(x), fabs(y), &quotient), x) : NAN;
}

// The remainder of the nearest quotient, of the even one if there are two, and seven bits of the quotient with its sign.
static REAL nearest(REAL x, REAL y, int *seven_bits) {
    *seven_bits = 0;
    if (!has_remainder(x, y))
        return NAN;
    uint quotient;
    const REAL divisor = fabs(y);
    REAL rest = modulo(fabs(x), divisor, &quotient);
    const REAL behind = divisor - rest;
    if (rest > behind || (rest == behind && quotient & 1)) {
        rest -= divisor;
        quotient++;
    }
    const int bits = quotient & 0x7f;
    *seven_bits = (BITS(x) ^ BITS(y)) < 0 ? -bits : bits;
    return BITS(x) < 0 ? -rest : rest;
}

REAL OVERLOADED remainder(REAL x, REAL y) {
    int quotient;
    return nearest(x, y, &quotient);
}

static int OVERLOADED quotient_of(REAL x, REAL y) {
    int quotient;
    nearest(x, y, &quotient);
    return quotient;
}

OF_TWO(fmod, REAL, REAL)
OF_TWO(remainder, REAL, REAL)
OF_TWO(quotient_of, int, REAL)

#define REMQUO(n, space)                                                         \
    REALS(n) OVERLOADED remquo(REALS(n) x, REALS(n) y, space int##n *quotient) { \
        *quotient = quotient_of(x, y);                                           \
        return remainder(x, y);                                                  \
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
