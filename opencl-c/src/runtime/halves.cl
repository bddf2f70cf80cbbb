// Stores of halves that round up or down. Those of libclc make 0 of what lies between 0 and half of the smallest half.

#define OVERLOADED __attribute__((overloadable))

// The half towards zero from a number, as its bits without the sign, or the next larger one if the number lies between two.
static uint half_size(uint size, bool away) {
    if (size > 0x7f800000u) return 0x7e00u | (size >> 13 & 0x3ffu);
    if (size == 0x7f800000u) return 0x7c00u;
    if (size >= as_uint(0x1p16f)) return away ? 0x7c00u : 0x7bffu;
    if (size >= as_uint(0x1p-14f)) {
        // A carry goes into the exponent, and from the largest half to infinity.
        const uint biased = size - ((127u - 15u) << 23);
        return (biased >> 13) + (away && (biased & 0x1fffu) != 0);
    }
    // Subnormal halves are multiples of 2^-24.
    const uint exponent = size >> 23, shift = exponent > 95 ? 126u - exponent : 31u;
    const uint significand = exponent == 0 ? size : (size & 0x7fffffu) | 0x800000u;
    return (significand >> shift) + (away && (significand & ((1u << shift) - 1u)) != 0);
}

static ushort half_rtp(float x) {
    const uint sign = as_uint(x) >> 31;
    return (ushort)(sign << 15 | half_size(as_uint(x) & 0x7fffffffu, sign == 0));
}

static ushort half_rtn(float x) {
    const uint sign = as_uint(x) >> 31;
    return (ushort)(sign << 15 | half_size(as_uint(x) & 0x7fffffffu, sign != 0));
}

#define NUMBER(space, mode)                                                                                   \
    void OVERLOADED vstore_half##mode(float x, size_t offset, space half *to) {                               \
        ((space ushort *)to)[offset] = half##mode(x);                                                         \
    }                                                                                                         \
    void OVERLOADED vstorea_half##mode(float x, size_t offset, space half *to) {                              \
        vstore_half##mode(x, offset, to);                                                                     \
    }

#define HALVES(width, half_width, space, mode)                                                                \
    void OVERLOADED vstore_half##width##mode(float##width x, size_t offset, space half *to) {                 \
        vstore_half##half_width##mode(x.lo, 2 * offset, to);                                                  \
        vstore_half##half_width##mode(x.hi, 2 * offset + 1, to);                                              \
    }                                                                                                         \
    void OVERLOADED vstorea_half##width##mode(float##width x, size_t offset, space half *to) {                \
        vstore_half##width##mode(x, offset, to);                                                              \
    }

// Where addresses are aligned, three halves stand in the place of four.
#define THREE(name, step, space, mode)                                                                        \
    void OVERLOADED name##mode(float3 x, size_t offset, space half *to) {                                     \
        vstore_half##mode(x.x, step * offset, to);                                                            \
        vstore_half##mode(x.y, step * offset + 1, to);                                                        \
        vstore_half##mode(x.z, step * offset + 2, to);                                                        \
    }

#define ALL(space, mode)               \
    NUMBER(space, mode)                \
    HALVES(2, , space, mode)           \
    THREE(vstore_half3, 3, space, mode) \
    THREE(vstorea_half3, 4, space, mode) \
    HALVES(4, 2, space, mode)          \
    HALVES(8, 4, space, mode)          \
    HALVES(16, 8, space, mode)

ALL(__global, _rtp)
ALL(__local, _rtp)
ALL(__private, _rtp)
ALL(__global, _rtn)
ALL(__local, _rtn)
ALL(__private, _rtn)
