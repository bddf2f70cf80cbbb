// Conversions in which libclc is wrong: numbers that are NaN to saturated integers, and wide integers to numbers that are not rounded to
// the nearest. REAL is the type of the numbers, `float` or `double`.

#include "reals.h"

// The conversion to n of them.
#define TO_REAL(n, rounding) JOIN(JOIN(convert_, REALS(n)), rounding)

// `least` and `end` are such numbers: the least integer, and what follows the largest.
#define SATURATED(type, rounding, round, least, end, largest) \
    type OVERLOADED convert_##type##_sat##rounding(REAL x) {  \
        const REAL whole = round(x);                          \
        if (isnan(x))                                         \
            return 0;                                         \
        if (whole >= end)                                     \
            return largest;                                   \
        return whole < least ? (type)least : (type)whole;     \
    }

#define NAMED(type, n, rounding) convert_##type##n##_sat##rounding

// Vectors have their width in the name.
#define SATURATED_VECTORS(type, rounding)                                                  \
    type##2 OVERLOADED NAMED(type, 2, rounding)(REALS(2) x) {                              \
        return (type##2)(NAMED(type, , rounding)(x.lo), NAMED(type, , rounding)(x.hi));    \
    }                                                                                      \
    type##3 OVERLOADED NAMED(type, 3, rounding)(REALS(3) x) {                              \
        return (type##3)(NAMED(type, 2, rounding)(x.s01), NAMED(type, , rounding)(x.s2));  \
    }                                                                                      \
    type##4 OVERLOADED NAMED(type, 4, rounding)(REALS(4) x) {                              \
        return (type##4)(NAMED(type, 2, rounding)(x.lo), NAMED(type, 2, rounding)(x.hi));  \
    }                                                                                      \
    type##8 OVERLOADED NAMED(type, 8, rounding)(REALS(8) x) {                              \
        return (type##8)(NAMED(type, 4, rounding)(x.lo), NAMED(type, 4, rounding)(x.hi));  \
    }                                                                                      \
    type##16 OVERLOADED NAMED(type, 16, rounding)(REALS(16) x) {                           \
        return (type##16)(NAMED(type, 8, rounding)(x.lo), NAMED(type, 8, rounding)(x.hi)); \
    }

#define SATURATED_ROUNDED(type, rounding, round, least, end, largest) \
    SATURATED(type, rounding, round, least, end, largest)             \
    SATURATED_VECTORS(type, rounding)

#define SATURATED_OF(type, least, end, largest)               \
    SATURATED_ROUNDED(type, , trunc, least, end, largest)     \
    SATURATED_ROUNDED(type, _rte, rint, least, end, largest)  \
    SATURATED_ROUNDED(type, _rtz, trunc, least, end, largest) \
    SATURATED_ROUNDED(type, _rtp, ceil, least, end, largest)  \
    SATURATED_ROUNDED(type, _rtn, floor, least, end, largest)

// The nearest number may be what follows the largest integer.
#define ROUNDED(type, end)                                      \
    static bool OVERLOADED is_above(REAL nearest, type x) {     \
        return nearest >= end || (type)nearest > x;             \
    }                                                           \
    static bool OVERLOADED is_below(REAL nearest, type x) {     \
        return nearest < end && (type)nearest < x;              \
    }                                                           \
    REAL OVERLOADED TO_REAL(, _rtp)(type x) {                   \
        const REAL nearest = (REAL)x;                           \
        return is_below(nearest, x) ? above(nearest) : nearest; \
    }                                                           \
    REAL OVERLOADED TO_REAL(, _rtn)(type x) {                   \
        const REAL nearest = (REAL)x;                           \
        return is_above(nearest, x) ? below(nearest) : nearest; \
    }                                                           \
    REAL OVERLOADED TO_REAL(, _rtz)(type x) {                   \
        return x < 0 ? TO_REAL(, _rtp)(x) : TO_REAL(, _rtn)(x); \
    }                                                           \
    ROUNDED_VECTORS(type, _rtp)                                 \
    ROUNDED_VECTORS(type, _rtn)                                 \
    ROUNDED_VECTORS(type, _rtz)

#define ROUNDED_VECTORS(type, rounding)                                             \
    REALS(2) OVERLOADED TO_REAL(2, rounding)(type##2 x) {                           \
        return (REALS(2))(TO_REAL(, rounding)(x.lo), TO_REAL(, rounding)(x.hi));    \
    }                                                                               \
    REALS(3) OVERLOADED TO_REAL(3, rounding)(type##3 x) {                           \
        return (REALS(3))(TO_REAL(2, rounding)(x.s01), TO_REAL(, rounding)(x.s2));  \
    }                                                                               \
    REALS(4) OVERLOADED TO_REAL(4, rounding)(type##4 x) {                           \
        return (REALS(4))(TO_REAL(2, rounding)(x.lo), TO_REAL(2, rounding)(x.hi));  \
    }                                                                               \
    REALS(8) OVERLOADED TO_REAL(8, rounding)(type##8 x) {                           \
        return (REALS(8))(TO_REAL(4, rounding)(x.lo), TO_REAL(4, rounding)(x.hi));  \
    }                                                                               \
    REALS(16) OVERLOADED TO_REAL(16, rounding)(type##16 x) {                        \
        return (REALS(16))(TO_REAL(8, rounding)(x.lo), TO_REAL(8, rounding)(x.hi)); \
    }
