// Square roots.

#include "bits.h"
#include "wide.h"

// A step of Newton's for 1 over the root of a number from 1 to 4. The number has 62 bits behind the point, its inverse root 63, and the
// error of their product 60. So many bits of the error do not count; the others fit into a product with 32 bits of the root.
static uint64_t refined(uint64_t root, uint64_t square, int uncounted) {
    const uint64_t one = upper_product(upper_product(root, root), square);
    const int64_t error = (int64_t)((1ull << 60) - one) >> uncounted;
    return root + (uint64_t)((int64_t)(root >> 32) * error >> (29 - uncounted));
}

// The processor's root has 23 bits, which each step doubles.
static uint64_t inverse_root(uint64_t square) {
    const float estimate = 1 / __builtin_sqrtf((float)(uint32_t)(square >> 32) * 0x1p-30f);
    const uint64_t root = (uint64_t)(uint32_t)(estimate * 0x1p31f) << 32;
    return refined(refined(root, square, 8), square, 0);
}

// The root, and whether there is a remainder, in the last bit.
static uint64_t root_of(uint64_t square) {
    enum { SHIFT = 2 * (FRACTION + 2) - 62 };
    uint64_t root = upper_product(square, inverse_root(square)) >> (61 - FRACTION - 2);
    // Modulo 2^64, which is more than it is.
    int64_t rest = (int64_t)((square << SHIFT) - root * root);
    // The estimate is off by one at most.
    const bool is_low = rest > (int64_t)(2 * root), is_high = rest < 0;
    rest += is_high ? (int64_t)(2 * root - 1) : is_low ? -(int64_t)(2 * root + 1) : 0;
    root += (uint64_t)is_low - (uint64_t)is_high;
    return root << (GUARD - 2) | (rest != 0);
}

double sqrt(double value) {
    const uint64_t bits = bits_of(value);
    if (size_of(bits) == 0 || bits == INFINITE)
        return value;
    if (bits > INFINITE)
        return double_of(NOT_A_NUMBER);
    const struct number x = normal_of(bits);
    // The exponent of the square is even.
    const int32_t power = x.exponent - BIAS;
    const uint64_t square = x.significand << (62 - FRACTION + (power & 1));
    return rounded(0, (power >> 1) + BIAS, root_of(square));
}
