// Products.

#include "bits.h"
#include "wide.h"

// Where one of the numbers is a NaN, infinite or 0.
static double special(uint64_t a, uint64_t b, uint64_t sign) {
    if (is_nan(a) || is_nan(b))
        return double_of(NOT_A_NUMBER);
    const bool has_zero = size_of(a) == 0 || size_of(b) == 0;
    if (size_of(a) == INFINITE || size_of(b) == INFINITE)
        return double_of(has_zero ? NOT_A_NUMBER : sign | INFINITE);
    return double_of(sign);
}

double __muldf3(double left, double right) {
    const uint64_t a = bits_of(left), b = bits_of(right), sign = (a ^ b) & SIGN;
    // A number that is 0 or too large is also one after 1 is taken away.
    if (size_of(a) - 1 >= INFINITE - 1 || size_of(b) - 1 >= INFINITE - 1)
        return special(a, b, sign);
    const struct number x = normal_of(a), y = normal_of(b);
    // From 2^126 to 2^128.
    const struct wide product = product_of(x.significand << (63 - FRACTION), y.significand << (63 - FRACTION));
    const uint64_t significand = product.upper | (product.lower != 0);
    const int carry = (int)(significand >> 63);
    return rounded(sign, x.exponent + y.exponent - BIAS + carry, without(significand, (uint32_t)carry));
}
