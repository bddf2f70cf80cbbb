// What the code generator calls for operations that riscv32 has no instructions for, by the names that it has for them. Numbers of
// 64 bits are divided and converted, numbers of 16 bits converted, memory is copied and filled.

#include <stddef.h>
#include <stdint.h>

// Quotient and remainder. Of a division by 0 the quotient is all ones, as that of 32 bits.
struct division {
    uint64_t quotient, remainder;
};

static struct division divide(uint64_t numerator, uint64_t denominator) {
    struct division result = {0, numerator};
    if ((numerator | denominator) >> 32 == 0) {
        result.quotient = denominator == 0 ? ~0ull : (uint32_t)numerator / (uint32_t)denominator;
        result.remainder = (uint32_t)numerator % (uint32_t)denominator;
        return result;
    }
    if (denominator == 0) {
        result.quotient = ~0ull;
        return result;
    }
    if (numerator < denominator)
        return result;
    int bit = __builtin_clzll(denominator) - __builtin_clzll(numerator);
    for (uint64_t part = denominator << bit; bit >= 0; bit--, part >>= 1) {
        if (result.remainder >= part) {
            result.remainder -= part;
            result.quotient |= 1ull << bit;
        }
    }
    return result;
}

static uint64_t magnitude(int64_t value) {
    return value < 0 ? -(uint64_t)value : (uint64_t)value;
}

uint64_t __udivdi3(uint64_t a, uint64_t b) {
    return divide(a, b).quotient;
}

uint64_t __umoddi3(uint64_t a, uint64_t b) {
    return divide(a, b).remainder;
}

int64_t __divdi3(int64_t a, int64_t b) {
    const uint64_t quotient = divide(magnitude(a), magnitude(b)).quotient;
    return (int64_t)((a < 0) != (b < 0) ? -quotient : quotient);
}

int64_t __moddi3(int64_t a, int64_t b) {
    const uint64_t remainder = divide(magnitude(a), magnitude(b)).remainder;
    return (int64_t)(a < 0 ? -remainder : remainder);
}

static uint32_t bits_of(float value) {
    uint32_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

// A `half` travels in a floating-point register, as this type of clang's does.
static uint16_t bits_of_half(_Float16 value) {
    uint16_t bits;
    __builtin_memcpy(&bits, &value, sizeof bits);
    return bits;
}

static _Float16 half_of(uint32_t bits) {
    const uint16_t narrow = (uint16_t)bits;
    _Float16 value;
    __builtin_memcpy(&value, &narrow, sizeof value);
    return value;
}

static float float_of(uint32_t bits) {
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

// IEEE-754: sign, exponent with its bias, fraction.
enum { FLOAT_FRACTION = 23, FLOAT_BIAS = 127, HALF_FRACTION = 10, HALF_BIAS = 15, HALF_TOP = 31 };

// The upper 32 bits are rounded by the processor; what lies below them is only whether it is 0.
float __floatundisf(uint64_t value) {
    if (value >> 32 == 0)
        return (float)(uint32_t)value;
    const int below = 32 - __builtin_clz((uint32_t)(value >> 32));
    const uint32_t rest = (value & ((1ull << below) - 1)) != 0;
    const float upper = (float)((uint32_t)(value >> below) | rest);
    return upper * float_of((uint32_t)(FLOAT_BIAS + below) << FLOAT_FRACTION);
}

float __floatdisf(int64_t value) {
    const float size = __floatundisf(magnitude(value));
    return value < 0 ? -size : size;
}

uint64_t __fixunssfdi(float value) {
    if (value < 0x1p32f)
        return (uint32_t)value;
    const uint32_t bits = bits_of(value);
    const int exponent = (int)(bits >> FLOAT_FRACTION & 0xff) - FLOAT_BIAS - FLOAT_FRACTION;
    const uint64_t significand = (bits & 0x7fffff) | 0x800000;
    return exponent < 64 ? significand << exponent : ~0ull;
}

int64_t __fixsfdi(float value) {
    return value < 0 ? -(int64_t)__fixunssfdi(-value) : (int64_t)__fixunssfdi(value);
}

float __extendhfsf2(_Float16 value) {
    const uint32_t half = bits_of_half(value);
    const uint32_t sign = half >> 15 << 31;
    const uint32_t exponent = half >> HALF_FRACTION & HALF_TOP, fraction = half & 0x3ff;
    if (exponent == 0) {
        // A subnormal is its fraction times 2^-24, which is exact.
        return float_of(bits_of((float)fraction * 0x1p-24f) | sign);
    }
    const uint32_t wide = exponent == HALF_TOP ? 0xff : exponent + FLOAT_BIAS - HALF_BIAS;
    // A signalling NaN becomes a quiet one.
    const uint32_t quiet = exponent == HALF_TOP && fraction != 0 ? 0x400000 : 0;
    return float_of(sign | wide << FLOAT_FRACTION | fraction << (FLOAT_FRACTION - HALF_FRACTION) | quiet);
}

// A number without its lowest bits, rounded to the nearest, to even if there are two.
static uint32_t rounded(uint32_t value, int bits) {
    const uint32_t half = 1u << (bits - 1), rest = value & (2 * half - 1), kept = value >> bits;
    return kept + (rest > half || (rest == half && (kept & 1)));
}

_Float16 __truncsfhf2(float value) {
    const uint32_t bits = bits_of(value), sign = bits >> 31 << 15, size = bits & 0x7fffffff;
    const int lost = FLOAT_FRACTION - HALF_FRACTION;
    const uint32_t infinity = HALF_TOP << HALF_FRACTION;
    if (size > 0x7f800000)
        return half_of(sign | infinity | 0x200 | (size >> lost & 0x3ff));
    // A carry out of the fraction goes into the exponent, and from there to infinity.
    const int exponent = (int)(size >> FLOAT_FRACTION) - FLOAT_BIAS + HALF_BIAS;
    if (exponent >= HALF_TOP)
        return half_of(sign | infinity);
    if (exponent > 0)
        return half_of(sign | rounded(size - ((uint32_t)(FLOAT_BIAS - HALF_BIAS) << FLOAT_FRACTION), lost));
    const uint32_t significand = (size & 0x7fffff) | 0x800000;
    return half_of(exponent < -HALF_FRACTION ? sign : sign | rounded(significand, lost + 1 - exponent));
}

void *memcpy(void *restrict to, const void *restrict from, size_t count) {
    unsigned char *target = to;
    const unsigned char *source = from;
    if (((uintptr_t)target | (uintptr_t)source) % 4 == 0)
        for (; count >= 4; count -= 4, target += 4, source += 4)
            *(uint32_t *)target = *(const uint32_t *)source;
    while (count-- > 0)
        *target++ = *source++;
    return to;
}

void *memmove(void *to, const void *from, size_t count) {
    unsigned char *target = to;
    const unsigned char *source = from;
    if ((uintptr_t)target - (uintptr_t)source >= count)
        return memcpy(to, from, count);
    while (count-- > 0)
        target[count] = source[count];
    return to;
}

void *memset(void *to, int value, size_t count) {
    unsigned char *target = to;
    const uint32_t word = 0x01010101u * (unsigned char)value;
    if ((uintptr_t)target % 4 == 0)
        for (; count >= 4; count -= 4, target += 4)
            *(uint32_t *)target = word;
    while (count-- > 0)
        *target++ = (unsigned char)value;
    return to;
}
