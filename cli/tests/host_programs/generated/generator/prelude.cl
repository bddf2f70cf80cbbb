// What all generated kernels of a file share.
#pragma OPENCL FP_CONTRACT OFF

#define OVERLOADED __attribute__((overloadable))

// Words of output that each work-item has.
#define ROW 16

__constant uint table[16] = {0x00000000u, 0x00000001u, 0x7fffffffu, 0x80000000u, 0xffffffffu, 0x0000ffffu,
                             0x3f800000u, 0xbf000000u, 0x7f800000u, 0x00000003u, 0x00800000u, 0x9e3779b9u,
                             0x4b000001u, 0xcafe0123u, 0x00000080u, 0x55aa55aau};

// The place of the work-item in its group, work-items of the group, and the place of the group.
uint place_in_group(void) {
    return (uint)((get_local_id(2) * get_local_size(1) + get_local_id(1)) * get_local_size(0) + get_local_id(0));
}

uint group_size(void) {
    return (uint)(get_local_size(0) * get_local_size(1) * get_local_size(2));
}

uint place_of_group(void) {
    return (uint)((get_group_id(2) * get_num_groups(1) + get_group_id(1)) * get_num_groups(0) + get_group_id(0));
}

// Whether a loop may go round again.
bool goes_on(uint *fuel) {
    if (*fuel == 0) return false;
    --*fuel;
    return true;
}

// Numbers of a moderate size, exactly; numbers of all bits but signalling NaNs; and the bits of a number, the same ones for
// every NaN, because devices differ in those.
#define REAL(width)                                                                                   \
    float##width OVERLOADED real(uint##width x) {                                                     \
        return (convert_float##width(x & 0xffffu) - 32768.0f) * 0.0078125f;                           \
    }                                                                                                 \
    float##width OVERLOADED float_of(uint##width x) {                                                 \
        return as_float##width(x | ((x >> 1) & 0x400000u));                                           \
    }                                                                                                 \
    uint##width OVERLOADED bits(float##width x) {                                                     \
        return select(as_uint##width(x), (uint##width)(0x7fc00000u), isnan(x));                       \
    }

REAL()
REAL(2)
REAL(3)
REAL(4)
REAL(8)
REAL(16)

// The same for numbers of 64 bits.
#define DOUBLE(width)                                                                                 \
    double##width OVERLOADED double_of(ulong##width x) {                                              \
        return as_double##width(x | ((x >> 1) & 0x8000000000000ul));                                  \
    }                                                                                                 \
    ulong##width OVERLOADED bits(double##width x) {                                                   \
        const ulong##width nan = 0x7ff8000000000000ul;                                                \
        return select(as_ulong##width(x), nan, convert_long##width(isnan(x)));                        \
    }

DOUBLE()
DOUBLE(2)
DOUBLE(3)
DOUBLE(4)
DOUBLE(8)
DOUBLE(16)

// A number by way of a half.
#define HALVED(mode)                                                                                  \
    float halved##mode(float x) {                                                                     \
        ushort word;                                                                                  \
        vstore_half##mode(x, 0, (half *)&word);                                                       \
        return vload_half(0, (half *)&word);                                                          \
    }

HALVED()
HALVED(_rte)
HALVED(_rtz)
HALVED(_rtp)
HALVED(_rtn)

// A word that depends on all bits of a value.
uint OVERLOADED fold(ulong x) {
    return (uint)x * 0x9e3779b9u ^ (uint)(x >> 32);
}

#define FOLD_VECTORS(type)                                                                            \
    uint OVERLOADED fold(type##2 x) { return fold(x.x) * 31u + fold(x.y); }                           \
    uint OVERLOADED fold(type##3 x) { return (fold(x.x) * 31u + fold(x.y)) * 31u + fold(x.z); }       \
    uint OVERLOADED fold(type##4 x) { return fold(x.lo) * 37u + fold(x.hi); }                         \
    uint OVERLOADED fold(type##8 x) { return fold(x.lo) * 41u + fold(x.hi); }                         \
    uint OVERLOADED fold(type##16 x) { return fold(x.lo) * 43u + fold(x.hi); }

#define FOLD(type)                                                                                    \
    uint OVERLOADED fold(type x) { return fold((ulong)x); }                                           \
    FOLD_VECTORS(type)

FOLD(char)
FOLD(uchar)
FOLD(short)
FOLD(ushort)
FOLD(int)
FOLD(uint)
FOLD(long)
FOLD_VECTORS(ulong)

uint OVERLOADED fold(float x) {
    return fold(bits(x));
}

FOLD_VECTORS(float)

uint OVERLOADED fold(double x) {
    return fold(bits(x));
}

FOLD_VECTORS(double)
