// Functions of which libclc is wrong at an edge only.

#include "../fractions.h"
#include "../neighbours.h"

// libclc makes 0 of -0.
#define OF_ZERO(name)                                         \
    double __heddle_libclc_double_##name(double x);           \
    double OVERLOADED name(double x) {                        \
        return x == 0 ? x : __heddle_libclc_double_##name(x); \
    }                                                         \
    OF_ELEMENTS_1(name, double, double)

OF_ZERO(atan)
OF_ZERO(atanpi)
OF_ZERO(erf)
OF_ZERO(expm1)
OF_ZERO(sin)
OF_ZERO(tan)

// libclc makes infinity of 0.
double OVERLOADED nan(ulong code) {
    return as_double(code | 0x7ff8000000000000ul);
}
OF_ELEMENTS_1(nan, double, ulong)

double __heddle_libclc_double_cosh(double x);
double __heddle_libclc_double_sinh(double x);

// From here on hyperbolic functions are infinite. libclc reads beyond its tables, also for a NaN.
#define END 711.0

double OVERLOADED cosh(double x) {
    if (isnan(x))
        return x;
    return fabs(x) > END ? INFINITY : __heddle_libclc_double_cosh(x);
}

double OVERLOADED sinh(double x) {
    if (x == 0 || isnan(x))
        return x;
    return fabs(x) > END ? copysign((double)INFINITY, x) : __heddle_libclc_double_sinh(x);
}

OF_ELEMENTS_1(cosh, double, double)
OF_ELEMENTS_1(sinh, double, double)

// Powers that are far too large or too small come out as others in libclc.
double OVERLOADED ldexp(double x, int n) {
    if (x == 0 || isnan(x) || isinf(x))
        return x;
    // From 1 to 2, and an exponent.
    const bool is_subnormal = fabs(x) < 0x1p-1022;
    const long bits = as_long(is_subnormal ? x * 0x1p54 : x);
    const long significand = (bits & 0x800fffffffffffff) | 0x3ff0000000000000;
    // Beyond 2200 every result is 0 or infinite.
    const int scaled = n < -2200 ? -2200 : n > 2200 ? 2200 : n;
    const int exponent = (int)(bits >> 52 & 0x7ff) - 1023 - (is_subnormal ? 54 : 0) + scaled;
    if (exponent > 1023)
        return copysign((double)INFINITY, x);
    if (exponent >= -1022)
        return as_double(significand + ((long)exponent << 52));
    // Only this product may round.
    const int above = exponent < -1076 ? -54 : exponent + 1022;
    return as_double(significand + ((long)above << 52)) * 0x1p-1022;
}

NEXTAFTER(double, long)
NORMALIZE(double)
PARTS(double, 0x1.fffffffffffffp-1)

OF_ELEMENTS_2(ldexp, double, double, int)
OF_ELEMENTS_2(nextafter, double, double, double)
PARTS_OF_ELEMENTS(double)
FRACTS(double)
OF_NUMBER(ldexp, double, int)

double OVERLOADED cos(double x);
double2 OVERLOADED cos(double2 x);
double3 OVERLOADED cos(double3 x);
double4 OVERLOADED cos(double4 x);
double8 OVERLOADED cos(double8 x);
double16 OVERLOADED cos(double16 x);

#define SINCOS(n, space)                                                \
    double##n OVERLOADED sincos(double##n x, space double##n *cosine) { \
        *cosine = cos(x);                                               \
        return sin(x);                                                  \
    }

#define SINCOS_IN(space) \
    SINCOS(, space)      \
    SINCOS(2, space)     \
    SINCOS(3, space)     \
    SINCOS(4, space)     \
    SINCOS(8, space)     \
    SINCOS(16, space)

SINCOS_IN(__global)
SINCOS_IN(__local)
SINCOS_IN(__private)
