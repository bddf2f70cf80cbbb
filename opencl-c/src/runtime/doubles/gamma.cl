// The gamma function, and its logarithm with a sign. libclc has tgamma with errors of more than 16 units.

#include "../elements.h"
#include "../signs_of_gamma.h"

double OVERLOADED exp(double x);
double OVERLOADED log(double x);
double OVERLOADED pow(double x, double y);
double OVERLOADED sinpi(double x);

double __heddle_libclc_double_lgamma(double x);

// 1 over the gamma function from 1 to 2: the polynomial that is right at 17 Chebyshev nodes, with an error of 1.5e-17.
__constant double INVERSE[17] = {
    -0x1.d47df5e91a073p-31, 0x1.20da203cf8f4bp-26,  -0x1.7efb9c9a91b70p-24, 0x1.f2d1ef981b484p-25,
    0x1.2166db6de81dcp-19,  -0x1.d24ce84e43604p-17, 0x1.a963c57849819p-16,  0x1.3f84607e206fbp-13,
    -0x1.232bd878a5ef6p-10, 0x1.15f7f06059362p-9,   0x1.b16203e5e2607p-8,   -0x1.5955cc3971e04p-5,
    0x1.a18540be32cb0p-5,   0x1.669be41a9388dp-3,   -0x1.0da5a671c048ap-1,  -0x1.514d3d90584b3p-5,
    0x1.20dd750429b6dp+0,
};

// Stirling's series, from its last term that counts from 16 on.
__constant double SERIES[7] = {
    0.0064102564102564103, -0.0019175269175269175, 0.00084175084175084175, -0.00059523809523809524,
    0.00079365079365079365, -0.0027777777777777778, 0.083333333333333333,
};

static double polynomial(__constant double *coefficients, int count, double x) {
    double sum = coefficients[0];
    for (int i = 1; i < count; i++)
        sum = sum * x + coefficients[i];
    return sum;
}

// The gamma function from 1 to 16: of a number from 1 to 2, times the numbers between it and x, which are exact.
static double by_factors(double x) {
    const double base = x - floor(x) + 1;
    double result = 1 / polynomial(INVERSE, 17, base - 1.5);
    for (double factor = base; factor < x; factor++)
        result *= factor;
    return result;
}

// The gamma function is the product of three numbers, as a power of its argument may be too large.
typedef struct {
    double root, rest;
} stirling;

// From 16 on: root * root * rest.
static stirling stirling_of(double x) {
    const double series = polynomial(SERIES, 7, 1 / (x * x)) / x;
    const stirling result = {pow(x, x / 2 - 0.25), exp(-x) * exp(series) * 0x1.40d931ff62706p+1};
    return result;
}

// Where the series and powers are as good.
#define LARGE 16.0

static double of_positive(double x) {
    if (x < 1)
        return by_factors(x + 1) / x;
    if (x < LARGE)
        return by_factors(x);
    if (x > 172)
        return INFINITY;
    const stirling parts = stirling_of(x);
    return parts.root * parts.rest * parts.root;
}

IS_NEGATIVE(double, long)

// By that of -x, which is exact as 1 - x would not be. Not for whole numbers.
static double of_negative(double x) {
    if (x < -185)
        return is_negative(x) ? -0.0 : 0.0;
    const double circle = 0x1.921fb54442d18p+1 / sinpi(x);
    if (x > -1)
        return circle / by_factors(1 - x);
    if (x > -LARGE)
        return circle / (-x * by_factors(-x));
    const stirling parts = stirling_of(-x);
    return circle / (-x * parts.root * parts.rest) / parts.root;
}

double OVERLOADED tgamma(double x) {
    if (isnan(x) || x == INFINITY)
        return x;
    // The gamma function of small numbers, and of zeros, is 1 / x.
    if (fabs(x) < 0x1p-54)
        return 1 / x;
    if (x > 0)
        return of_positive(x);
    return x == floor(x) ? NAN : of_negative(x);
}

double OVERLOADED lgamma(double x) {
    if (isinf(x))
        return INFINITY;
    return fabs(x) < 0x1p-54 ? -log(fabs(x)) : __heddle_libclc_double_lgamma(x);
}

SIGN_OF_GAMMA(double)

OF_ELEMENTS_1(tgamma, double, double)
OF_ELEMENTS_1(lgamma, double, double)
OF_ELEMENTS_1(sign_of_gamma, int, double)

SIGNS_OF_GAMMA(double)
