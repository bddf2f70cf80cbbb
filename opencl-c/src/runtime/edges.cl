// Functions of which libclc is wrong at an edge only.

#include "elements.h"

float OVERLOADED __clc_rootn(float x, int n);

// libclc makes a zero of the least normal numbers.
float OVERLOADED rootn(float x, int n) {
    switch (n) {
    case 1: return x;
    case -1: return 1 / x;
    default: return __clc_rootn(x, n);
    }
}

// What is behind the point, below 1, of a zero with its sign.
static float OVERLOADED part_of(float x) {
    if (x == 0 || isnan(x))
        return x;
    if (isinf(x))
        return copysign(0.0f, x);
    const float part = x - floor(x);
    return part < 1 ? part : 0x1.fffffep-1f;
}

static float OVERLOADED whole_of(float x) {
    return floor(x);
}

OF_ELEMENTS_2(rootn, float, float, int)
OF_ELEMENTS_1(part_of, float, float)
OF_ELEMENTS_1(whole_of, float, float)

#define FRACT(n, space)                                                   \
    float##n OVERLOADED fract(float##n x, space float##n *whole) {        \
        *whole = whole_of(x);                                             \
        return part_of(x);                                                \
    }

#define FRACT_IN(space) \
    FRACT(, space)      \
    FRACT(2, space)     \
    FRACT(3, space)     \
    FRACT(4, space)     \
    FRACT(8, space)     \
    FRACT(16, space)

FRACT_IN(__global)
FRACT_IN(__local)
FRACT_IN(__private)

// Of a number: its sign, a zero or a NaN as it is.
float OVERLOADED normalize(float x) {
    return x == 0 || isnan(x) ? x : copysign(1.0f, x);
}

float OVERLOADED fast_normalize(float x) {
    return normalize(x);
}
