// Numbers of 64 bits by IEEE-754, of which riscv32 has no instructions: their parts, and how they are put together.

#include <stdbool.h>
#include <stdint.h>

// Sign, exponent with its bias, fraction.
enum { FRACTION = 52, BIAS = 1023, TOP = 0x7ff };

#define SIGN (1ull << 63)
#define HIDDEN (1ull << FRACTION)
#define INFINITE ((uint64_t)TOP << FRACTION)
// The only NaN that results are, as of the processor's operations on numbers of 32 bits.
#define NOT_A_NUMBER (INFINITE | HIDDEN >> 1)

static inline uint64_t bits_of(double value) {
    uint64_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

static inline double double_of(uint64_t bits) {
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint64_t size_of(uint64_t bits) {
    return bits & ~SIGN;
}

static inline bool is_nan(uint64_t bits) {
    return size_of(bits) > INFINITE;
}

// A finite number is its significand times 2 to the power of exponent - BIAS - FRACTION.
struct number {
    uint64_t significand;
    int32_t exponent;
};

// Subnormal numbers have the exponent of the least normal ones.
static inline struct number number_of(uint64_t bits) {
    const int32_t exponent = (int32_t)(size_of(bits) >> FRACTION);
    const uint64_t hidden = exponent == 0 ? 0 : HIDDEN;
    const struct number number = {(bits & (HIDDEN - 1)) | hidden, exponent == 0 ? 1 : exponent};
    return number;
}

// The same with the first bit of the significand in its place, which needs an exponent below those of the format. Not of 0.
static inline struct number normal_of(uint64_t bits) {
    struct number number = number_of(bits);
    const int shift = __builtin_clzll(number.significand) - (63 - FRACTION);
    number.significand <<= shift;
    number.exponent -= shift;
    return number;
}

// Without the lowest bits. The last bit that stays is 1 if one of them was, so that the number rounds as it did.
static inline uint64_t without(uint64_t value, uint32_t bits) {
    if (bits > 63)
        return value != 0;
    return value >> bits | ((value & ((1ull << bits) - 1)) != 0);
}

// Bits below the last one of the result, in `rounded`.
enum { GUARD = 10 };

// The nearest number, the even one of two: of a significand with GUARD bits more than the format has, of which the last is 1 if there
// are more behind it.
static inline double rounded(uint64_t sign, int32_t exponent, uint64_t significand) {
    // The first bit of the significand adds the last 1 to the exponent, and so does a carry.
    int32_t below = exponent - 1;
    if (below < 0) {
        significand = without(significand, (uint32_t)-below);
        below = 0;
    }
    if (below >= TOP - 1)
        return double_of(sign | INFINITE);
    const uint64_t half = 1ull << (GUARD - 1), rest = significand & (2 * half - 1);
    const uint64_t nearest = (significand + half) >> GUARD;
    const uint64_t even = nearest & ~(uint64_t)(rest == half);
    return double_of(sign | (((uint64_t)below << FRACTION) + even));
}
