// Parts of numbers, of either type.

#include "elements.h"

// What is behind the point, below 1, of a zero with its sign; and what is before it.
#define PARTS(real, largest_part)              \
    static real OVERLOADED part_of(real x) {   \
        if (x == 0 || isnan(x))                \
            return x;                          \
        if (isinf(x))                          \
            return copysign((real)0, x);       \
        const real part = x - floor(x);        \
        return part < 1 ? part : largest_part; \
    }                                          \
    static real OVERLOADED whole_of(real x) {  \
        return floor(x);                       \
    }

#define PARTS_OF_ELEMENTS(real)        \
    OF_ELEMENTS_1(part_of, real, real) \
    OF_ELEMENTS_1(whole_of, real, real)

#define FRACT(real, n, space)                                   \
    real##n OVERLOADED fract(real##n x, space real##n *whole) { \
        *whole = whole_of(x);                                   \
        return part_of(x);                                      \
    }

#define FRACT_IN(real, space) \
    FRACT(real, , space)      \
    FRACT(real, 2, space)     \
    FRACT(real, 3, space)     \
    FRACT(real, 4, space)     \
    FRACT(real, 8, space)     \
    FRACT(real, 16, space)

#define FRACTS(real)         \
    FRACT_IN(real, __global) \
    FRACT_IN(real, __local)  \
    FRACT_IN(real, __private)

// Of a number: its sign, a zero or a NaN as it is.
#define NORMALIZE(real)                                       \
    real OVERLOADED normalize(real x) {                       \
        return x == 0 || isnan(x) ? x : copysign((real)1, x); \
    }
