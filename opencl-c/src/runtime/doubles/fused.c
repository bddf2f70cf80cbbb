// Products to which a number is added, rounded once.

#include "bits.h"
#include "wide.h"

static bool is_zero_or_special(uint64_t bits) {
    return size_of(bits) - 1 >= INFINITE - 1;
}

static struct wide wide_without(struct wide value, uint32_t bits) {
    if (bits == 0)
        return value;
    if (bits > 63) {
        const struct wide lower = {0, without(value.upper, bits - 64) | (value.lower != 0)};
        return lower;
    }
    const struct wide shorter = {value.upper >> bits, without(value.lower, bits) | value.upper << (64 - bits)};
    return shorter;
}

static struct wide sum_of(struct wide a, struct wide b) {
    struct wide sum = {a.upper + b.upper, a.lower + b.lower};
    sum.upper += sum.lower < a.lower;
    return sum;
}

static struct wide difference_of(struct wide a, struct wide b) {
    const struct wide difference = {a.upper - b.upper - (a.lower < b.lower), a.lower - b.lower};
    return difference;
}

static bool is_less(struct wide a, struct wide b) {
    return a.upper < b.upper || (a.upper == b.upper && a.lower < b.lower);
}

// Of a number that is not 0. The exponent is that of the upper word.
static double wide_rounded(uint64_t sign, int32_t exponent, struct wide value) {
    // The first bit is in either word: where it is in the upper one, the number is less than 2^127.
    const bool is_low = value.upper == 0;
    const uint64_t upper = is_low ? without(value.lower, 1) : value.upper;
    const uint64_t lower = is_low ? 0 : value.lower;
    const int shift = __builtin_clzll(upper) - 1;
    // In two steps, as a shift by 64 is none.
    const uint64_t moved = upper << shift | lower >> 1 >> (63 - shift);
    const bool more = lower << shift != 0;
    return rounded(sign, exponent - (is_low ? 63 : 0) - shift, moved | more);
}

// Of a number and a product that are not infinite, the product not 0.
static double fused(uint64_t a, uint64_t b, uint64_t c) {
    const struct number x = normal_of(a), y = normal_of(b), z = number_of(c);
    // Both have room for a carry below bit 127.
    struct wide product = product_of(x.significand << GUARD, y.significand << GUARD);
    struct wide addend = {z.significand << (GUARD - 1), 0};
    const int32_t of_product = x.exponent + y.exponent - BIAS + 2, of_addend = z.exponent + 1;
    const int32_t ahead = of_product - of_addend;
    if (ahead > 0)
        addend = wide_without(addend, (uint32_t)ahead);
    else
        product = wide_without(product, (uint32_t)-ahead);
    const uint64_t sign = (a ^ b) & SIGN;
    const bool same_sign = (sign ^ c) >> 63 == 0, swaps = !same_sign && is_less(product, addend);
    const struct wide larger = swaps ? addend : product, smaller = swaps ? product : addend;
    const struct wide total = same_sign ? sum_of(larger, smaller) : difference_of(larger, smaller);
    if ((total.upper | total.lower) == 0)
        return 0;
    return wide_rounded(swaps ? c & SIGN : sign, ahead > 0 ? of_product : of_addend, total);
}

double fma(double left, double right, double addend) {
    const uint64_t a = bits_of(left), b = bits_of(right), c = bits_of(addend);
    // A product of 0 is exact, as is one that is infinite.
    if (is_zero_or_special(a) || is_zero_or_special(b))
        return left * right + addend;
    // The product may be larger than all numbers.
    if (size_of(c) >= INFINITE)
        return is_nan(c) ? double_of(NOT_A_NUMBER) : addend;
    return fused(a, b, c);
}
