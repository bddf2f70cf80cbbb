// Whole numbers beside a number.

#include "bits.h"

#define ONE ((uint64_t)BIAS << FRACTION)

// The sizes of the whole numbers beside one: the first not larger, the second not smaller. Equal, if it is whole.
struct beside {
    uint64_t lower, upper;
    // Whether the number is nearer to the second, to be even if it is as near to both; and whether it is as near.
    bool is_upper, is_between;
};

static struct beside beside(uint64_t size) {
    const int32_t exponent = (int32_t)(size >> FRACTION) - BIAS;
    struct beside beside = {size, size, false, false};
    if (exponent >= FRACTION || size == 0)
        return beside;
    if (exponent < 0) {
        const uint64_t half = ONE - HIDDEN;
        beside = (struct beside){0, ONE, size > half, size == half};
        return beside;
    }
    // A carry out of the fraction goes into the exponent. The bit of a unit is 1 if the number is odd, also that of 1: its exponent is.
    const uint64_t unit = HIDDEN >> exponent, rest = size & (unit - 1), half = unit >> 1;
    if (rest == 0)
        return beside;
    beside.lower = size - rest;
    beside.upper = beside.lower + unit;
    beside.is_between = rest == half;
    beside.is_upper = rest > half || (rest == half && beside.lower & unit);
    return beside;
}

static double chosen(uint64_t bits, bool is_upper, struct beside beside) {
    if (is_nan(bits))
        return double_of(NOT_A_NUMBER);
    return double_of((bits & SIGN) | (is_upper ? beside.upper : beside.lower));
}

double trunc(double value) {
    const uint64_t bits = bits_of(value);
    return chosen(bits, false, beside(size_of(bits)));
}

double floor(double value) {
    const uint64_t bits = bits_of(value);
    return chosen(bits, bits >> 63, beside(size_of(bits)));
}

double ceil(double value) {
    const uint64_t bits = bits_of(value);
    return chosen(bits, bits >> 63 == 0, beside(size_of(bits)));
}

double rint(double value) {
    const uint64_t bits = bits_of(value);
    const struct beside both = beside(size_of(bits));
    return chosen(bits, both.is_upper, both);
}

double round(double value) {
    const uint64_t bits = bits_of(value);
    const struct beside both = beside(size_of(bits));
    return chosen(bits, both.is_upper || both.is_between, both);
}
