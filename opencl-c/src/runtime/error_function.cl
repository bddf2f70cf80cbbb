// erfc, which libclc has with errors of more than 50 units.

#include "elements.h"

float OVERLOADED erf(float x);
float OVERLOADED exp(float x);

// erfc(x) exp(x^2) (1 + 2 x) from 0.39 to 10.25: the polynomial in (x - 2) / (x + 2) that is right at ten Chebyshev nodes, with an
// error of 8e-9.
static float scaled(float x) {
    const float t = (x - 2) / (x + 2);
    float sum = -0.0003112522289f;
    sum = fma(sum, t, -0.001229497613f);
    sum = fma(sum, t, 0.001217958842f);
    sum = fma(sum, t, 0.008633543161f);
    sum = fma(sum, t, -0.008025607924f);
    sum = fma(sum, t, -0.05420565259f);
    sum = fma(sum, t, 0.1640508093f);
    sum = fma(sum, t, -0.166031209f);
    sum = fma(sum, t, -0.09276382232f);
    return fma(sum, t, 1.276978389f);
}

float OVERLOADED erfc(float x) {
    if (isnan(x))
        return x;
    if (x < 0.5f)
        return 1 - erf(x);
    // All results are 0 from here on.
    if (x > 10.1f)
        return 0;
    // The square in two parts: e to the power of the second is nearly 1.
    const float square = x * x, rest = fma(x, x, -square);
    const float factor = scaled(x) / (1 + 2 * x);
    return exp(-square) * fma(factor, -rest, factor);
}

OF_ELEMENTS_1(erfc, float, float)
