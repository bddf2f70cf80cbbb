// Sums and differences.

#include "bits.h"

// Of numbers that are no NaNs, one of which is infinite.
static double infinite_sum(uint64_t a, uint64_t b) {
    const bool both = size_of(a) == size_of(b);
    return double_of(both && a != b ? NOT_A_NUMBER : size_of(a) == INFINITE ? a : b);
}

static double sum(uint64_t a, uint64_t b) {
    if (is_nan(a) || is_nan(b))
        return double_of(NOT_A_NUMBER);
    if (size_of(a) == INFINITE || size_of(b) == INFINITE)
        return infinite_sum(a, b);
    const bool swaps = size_of(a) < size_of(b);
    const uint64_t larger = swaps ? b : a, smaller = swaps ? a : b;
    const struct number x = number_of(larger), y = number_of(smaller);
    // A bit is free for the carry of the sum. The same steps follow for sums and differences, so that threads do not part.
    const uint64_t first = x.significand << (GUARD - 1);
    const uint64_t second = without(y.significand << (GUARD - 1), (uint32_t)(x.exponent - y.exponent));
    const bool same_sign = (a ^ b) >> 63 == 0;
    const uint64_t total = same_sign ? first + second : first - second;
    if (total == 0)
        return double_of(same_sign ? a & SIGN : 0);
    const int shift = __builtin_clzll(total) - 1;
    return rounded(larger & SIGN, x.exponent + 1 - shift, total << shift);
}

double __adddf3(double a, double b) {
    return sum(bits_of(a), bits_of(b));
}

double __subdf3(double a, double b) {
    return sum(bits_of(a), bits_of(b) ^ SIGN);
}
