// Products of 128 bits.

#include <stdint.h>

struct wide {
    uint64_t upper, lower;
};

// Of four products of 64 bits, for which the processor has instructions.
static inline struct wide product_of(uint64_t a, uint64_t b) {
    const uint64_t a1 = a >> 32, a0 = (uint32_t)a, b1 = b >> 32, b0 = (uint32_t)b;
    const uint64_t lowest = a0 * b0, first = a1 * b0, second = a0 * b1;
    const uint64_t middle = (lowest >> 32) + (uint32_t)first + (uint32_t)second;
    const struct wide product = {
        a1 * b1 + (first >> 32) + (second >> 32) + (middle >> 32),
        middle << 32 | (uint32_t)lowest,
    };
    return product;
}

static inline uint64_t upper_product(uint64_t a, uint64_t b) {
    return product_of(a, b).upper;
}
