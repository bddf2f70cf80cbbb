// Conversions between numbers of 64 bits and integers. What is too large becomes the largest integer, and a NaN too, as where the
// processor converts numbers of 32 bits.

#include "bits.h"

static uint64_t magnitude_of(int64_t value) {
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

static double of_magnitude(uint64_t sign, uint64_t value) {
    if (value == 0)
        return 0;
    const int zeros = __builtin_clzll(value);
    // The first bit at that of the guarded significand.
    const uint64_t significand = without(value << zeros, 1);
    return rounded(sign, BIAS + 63 - zeros, significand);
}

// Of 32 bits all are in the fraction.
static double of_word(uint64_t sign, uint32_t value) {
    if (value == 0)
        return 0;
    const int zeros = __builtin_clz(value);
    const uint64_t significand = (uint64_t)value << (zeros + FRACTION - 31);
    return double_of(sign | (((uint64_t)(BIAS + 30 - zeros) << FRACTION) + significand));
}

double __floatsidf(int32_t value) {
    return of_word(value < 0 ? SIGN : 0, (uint32_t)magnitude_of(value));
}

double __floatunsidf(uint32_t value) {
    return of_word(0, value);
}

double __floatdidf(int64_t value) {
    return of_magnitude(value < 0 ? SIGN : 0, magnitude_of(value));
}

double __floatundidf(uint64_t value) {
    return of_magnitude(0, value);
}

// Without what is behind the point, and at most a limit.
static uint64_t whole_of(uint64_t bits, uint64_t most) {
    if (is_nan(bits))
        return most;
    const struct number x = number_of(bits);
    const int32_t power = x.exponent - BIAS - FRACTION;
    if (power > 63 - FRACTION)
        return most;
    const uint64_t whole = power >= 0 ? x.significand << power : power < -FRACTION ? 0 : x.significand >> -power;
    return whole > most ? most : whole;
}

static uint64_t unsigned_of(double value, uint64_t most) {
    const uint64_t bits = bits_of(value);
    return bits >> 63 && !is_nan(bits) ? 0 : whole_of(bits, most);
}

// The least integer is one farther from 0 than the largest.
static int64_t signed_of(double value, uint64_t most) {
    const uint64_t bits = bits_of(value);
    const bool is_negative = bits >> 63 && !is_nan(bits);
    const uint64_t whole = whole_of(bits, most + is_negative);
    return (int64_t)(is_negative ? -whole : whole);
}

int32_t __fixdfsi(double value) {
    return (int32_t)signed_of(value, INT32_MAX);
}

uint32_t __fixunsdfsi(double value) {
    return (uint32_t)unsigned_of(value, UINT32_MAX);
}

int64_t __fixdfdi(double value) {
    return signed_of(value, INT64_MAX);
}

uint64_t __fixunsdfdi(double value) {
    return unsigned_of(value, UINT64_MAX);
}
