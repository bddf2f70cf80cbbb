// The gamma function, and the sign that lgamma_r tells. libclc has tgamma with errors of more than 100 units, and signs where there
// are none.

#include "elements.h"
#include "signs_of_gamma.h"

float OVERLOADED log(float x);

// That of libclc (library.rs).
float __heddle_libclc_lgamma(float x);

// 1 over the gamma function from 1 to 2: the polynomial that is right at ten Chebyshev nodes, with an error of 7e-11.
static float inverse_gamma(float x) {
    const float t = x - 1.5f;
    float sum = 0.0001436882837f;
    sum = fma(sum, t, -0.001094343418f);
    sum = fma(sum, t, 0.002122626685f);
    sum = fma(sum, t, 0.006609275826f);
    sum = fma(sum, t, -0.04215533854f);
    sum = fma(sum, t, 0.05096718513f);
    sum = fma(sum, t, 0.1751020313f);
    sum = fma(sum, t, -0.5266544457f);
    sum = fma(sum, t, -0.04117452647f);
    return fma(sum, t, 1.128379167f);
}

// A product of many factors, in two floats whose sum it is.
typedef struct {
    float upper, lower;
} product;

static product times(product of, float factor) {
    const float upper = of.upper * factor;
    const float rounded = fma(of.upper, factor, -upper);
    const product result = {upper, fma(of.lower, factor, rounded)};
    return result;
}

IS_NEGATIVE(float, int)

float OVERLOADED tgamma(float x) {
    if (isnan(x) || x == INFINITY)
        return x;
    if (x == 0)
        return copysign(INFINITY, x);
    if (x < 0 && x == floor(x))
        return NAN;
    if (x > 36)
        return INFINITY;
    if (x < -46)
        return is_negative(x) ? -0.0f : 0.0f;
    // From 1 to 2, and as far from x as a whole number.
    const float base = x - floor(x) + 1;
    product up = {1 / inverse_gamma(base), 0};
    for (float factor = base; factor < x; factor++)
        up = times(up, factor);
    if (isinf(up.upper))
        return INFINITY;
    float result = up.upper + up.lower;
    product down = {1, 0};
    for (float factor = x; factor < 1; factor++) {
        down = times(down, factor);
        // The product of all may be too large.
        if (fabs(down.upper) > 0x1p80f) {
            result /= down.upper + down.lower;
            down.upper = 1;
            down.lower = 0;
        }
    }
    return result / (down.upper + down.lower);
}

float OVERLOADED lgamma(float x) {
    if (isinf(x))
        return INFINITY;
    // The gamma function of small numbers is 1 / x.
    return fabs(x) < 0x1p-24f ? -log(fabs(x)) : __heddle_libclc_lgamma(x);
}

SIGN_OF_GAMMA(float)

OF_ELEMENTS_1(tgamma, float, float)
OF_ELEMENTS_1(lgamma, float, float)
OF_ELEMENTS_1(sign_of_gamma, int, float)

SIGNS_OF_GAMMA(float)
