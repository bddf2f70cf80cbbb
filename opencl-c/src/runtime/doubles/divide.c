// Quotients.

#include "bits.h"
#include "wide.h"

// Where one of the numbers is a NaN, infinite or 0.
static double special(uint64_t a, uint64_t b, uint64_t sign) {
    const bool of_nan = is_nan(a) || is_nan(b);
    const bool of_equals = size_of(a) == size_of(b);
    if (of_nan || of_equals)
        return double_of(NOT_A_NUMBER);
    const bool is_infinite = size_of(a) == INFINITE || size_of(b) == 0;
    return double_of(sign | (is_infinite ? INFINITE : 0));
}

// 2^127 over a number from 2^63 on, from below: an estimate of 15 bits, and two steps of Newton's that double them.
static uint64_t reciprocal(uint64_t divisor) {
    const uint32_t upper = (uint32_t)(divisor >> 32);
    uint32_t estimate = 0xffffffffu / (upper >> 16) << 15;
    const uint32_t correction = -(uint32_t)((uint64_t)estimate * upper >> 32);
    estimate = (uint32_t)((uint64_t)estimate * correction >> 31);
    const uint64_t lower_product = (uint64_t)estimate * (uint32_t)divisor >> 32;
    const uint64_t wide_correction = -((uint64_t)estimate * upper + lower_product);
    const uint64_t upper_part = (uint64_t)estimate * (wide_correction >> 32);
    const uint64_t lower_part = (uint64_t)estimate * (uint32_t)wide_correction;
    return (upper_part << 1) + (lower_part >> 31);
}

// A quotient and whether there is a remainder, in the last bit: of significands, the first not less than the second.
static uint64_t quotient_of(uint64_t dividend, uint64_t divisor) {
    enum { SHIFT = FRACTION + 2 };
    uint64_t quotient = upper_product(dividend << 2, reciprocal(divisor << (63 - FRACTION)));
    // Modulo 2^64, which is more than it is.
    int64_t rest = (int64_t)((dividend << SHIFT) - quotient * divisor);
    // The estimate is off by two at most.
    for (int step = 0; step < 2; step++) {
        const bool is_low = rest >= (int64_t)divisor, is_high = rest < 0;
        quotient += (uint64_t)is_low - (uint64_t)is_high;
        rest += (int64_t)(is_high ? divisor : 0) - (int64_t)(is_low ? divisor : 0);
    }
    return quotient << (GUARD - 2) | (rest != 0);
}

double __divdf3(double left, double right) {
    const uint64_t a = bits_of(left), b = bits_of(right), sign = (a ^ b) & SIGN;
    if (size_of(a) - 1 >= INFINITE - 1 || size_of(b) - 1 >= INFINITE - 1)
        return special(a, b, sign);
    const struct number x = normal_of(a), y = normal_of(b);
    const int borrow = x.significand < y.significand;
    const uint64_t quotient = quotient_of(x.significand << borrow, y.significand);
    return rounded(sign, x.exponent - y.exponent + BIAS - borrow, quotient);
}
