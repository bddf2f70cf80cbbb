// sinpi, cospi and tanpi, whose zeros have the signs that the standard prescribes.

#include "../elements.h"

double __heddle_libclc_double_sinpi(double x);
double __heddle_libclc_double_cospi(double x);
double __heddle_libclc_double_tanpi(double x);

// Half of an odd number.
static bool is_between(double x) {
    return fabs(x) < 0x1p52 && x != rint(x) && 2 * x == rint(2 * x);
}

double OVERLOADED sinpi(double x) {
    return !isinf(x) && x == rint(x) ? copysign(0.0, x) : __heddle_libclc_double_sinpi(x);
}

double OVERLOADED cospi(double x) {
    return is_between(x) ? 0 : __heddle_libclc_double_cospi(x);
}

double OVERLOADED tanpi(double x) {
    if (isinf(x) || x != rint(x))
        return __heddle_libclc_double_tanpi(x);
    const bool is_odd = x / 2 != rint(x / 2);
    return copysign(0.0, is_odd ? -x : x);
}

OF_ELEMENTS_1(sinpi, double, double)
OF_ELEMENTS_1(cospi, double, double)
OF_ELEMENTS_1(tanpi, double, double)
