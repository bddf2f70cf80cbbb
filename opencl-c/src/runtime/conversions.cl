// Conversions between floating-point numbers and integers that libclc has wrong at the ends of ranges.
//
// To integers, with saturation: the standard makes 0 of a NaN (6.2.3.3), and what does not fit is the
// nearest number that does; libclc converts first and asks then, and of a NaN the processor makes the largest number.

#define OVERLOADED __attribute__((overloadable))

// A NaN is neither below `end` nor below `first`. `end` is the number behind the largest one: a power of two, so that it is a `float`.
#define SATURATING(type, first, last, end, name, round)         \
    type OVERLOADED name(float x) {                             \
        x = round(x);                                           \
        if (x >= (float)first) return x < end ? (type)x : last; \
        return x < (float)first ? first : 0;                    \
    }

#define VECTORS(type, mode)                                                                   \
    type##2 OVERLOADED convert_##type##2_sat##mode(float2 x) {                                \
        return (type##2)(convert_##type##_sat##mode(x.x), convert_##type##_sat##mode(x.y));   \
    }                                                                                         \
    type##3 OVERLOADED convert_##type##3_sat##mode(float3 x) {                                \
        return (type##3)(convert_##type##2_sat##mode(x.xy), convert_##type##_sat##mode(x.z)); \
    }                                                                                         \
    WIDER(type, mode, 4, 2)                                                                   \
    WIDER(type, mode, 8, 4)                                                                   \
    WIDER(type, mode, 16, 8)

#define WIDER(type, mode, width, half)                                                                        \
    type##width OVERLOADED convert_##type##width##_sat##mode(float##width x) {                                \
        return (type##width)(convert_##type##half##_sat##mode(x.lo), convert_##type##half##_sat##mode(x.hi)); \
    }

#define AS_IT_IS(x) x

#define MODE(type, first, last, end, mode, round)                         \
    SATURATING(type, first, last, end, convert_##type##_sat##mode, round) \
    VECTORS(type, mode)

// Without a mode a conversion rounds towards zero, as a cast does.
#define CONVERSIONS(type, first, last, end)                        \
    MODE(type, first, last, end, , AS_IT_IS)                       \
    MODE(type, first, last, end, _rtz, AS_IT_IS)                   \
    MODE(type, first, last, end, _rte, __builtin_elementwise_rint) \
    MODE(type, first, last, end, _rtp, __builtin_elementwise_ceil) \
    MODE(type, first, last, end, _rtn, __builtin_elementwise_floor)

CONVERSIONS(char, CHAR_MIN, CHAR_MAX, 0x1p7f)
CONVERSIONS(uchar, 0, UCHAR_MAX, 0x1p8f)
CONVERSIONS(short, SHRT_MIN, SHRT_MAX, 0x1p15f)
CONVERSIONS(ushort, 0, USHRT_MAX, 0x1p16f)
CONVERSIONS(int, INT_MIN, INT_MAX, 0x1p31f)
CONVERSIONS(uint, 0, UINT_MAX, 0x1p32f)
CONVERSIONS(long, LONG_MIN, LONG_MAX, 0x1p63f)
CONVERSIONS(ulong, 0, ULONG_MAX, 0x1p64f)

// To floating point, rounded in a direction. libclc converts there and back to see which way it was rounded, and the largest integers do
// not come back. Here the bits that do not fit are cut off first, so that nothing is left to round.

// Bits that a number of type `float` has.
enum { FRACTION = 24 };

static ulong fitting(ulong size) {
    const int cut = 64 - FRACTION - __builtin_clzl(size | 1);
    return cut > 0 ? size >> cut << cut : size;
}

static float towards_zero(ulong size) {
    return (float)fitting(size);
}

static float away_from_zero(ulong size) {
    const float below = towards_zero(size);
    return fitting(size) == size ? below : as_float(as_uint(below) + 1);
}

float OVERLOADED convert_float_rtz(ulong x) { return towards_zero(x); }
float OVERLOADED convert_float_rtp(ulong x) { return away_from_zero(x); }
float OVERLOADED convert_float_rtn(ulong x) { return towards_zero(x); }
float OVERLOADED convert_float_rtz(long x) { return x < 0 ? -towards_zero(-(ulong)x) : towards_zero(x); }
float OVERLOADED convert_float_rtp(long x) { return x < 0 ? -towards_zero(-(ulong)x) : away_from_zero(x); }
float OVERLOADED convert_float_rtn(long x) { return x < 0 ? -away_from_zero(-(ulong)x) : towards_zero(x); }

#define BY_WAY_OF(type, wide, mode) \
    float OVERLOADED convert_float##mode(type x) { return convert_float##mode((wide)x); }

#define DIRECTED(type, mode)                                                                   \
    float2 OVERLOADED convert_float2##mode(type##2 x) {                                        \
        return (float2)(convert_float##mode(x.x), convert_float##mode(x.y));                   \
    }                                                                                          \
    float3 OVERLOADED convert_float3##mode(type##3 x) {                                        \
        return (float3)(convert_float2##mode(x.xy), convert_float##mode(x.z));                 \
    }                                                                                          \
    float4 OVERLOADED convert_float4##mode(type##4 x) {                                        \
        return (float4)(convert_float2##mode(x.lo), convert_float2##mode(x.hi));               \
    }                                                                                          \
    float8 OVERLOADED convert_float8##mode(type##8 x) {                                        \
        return (float8)(convert_float4##mode(x.lo), convert_float4##mode(x.hi));               \
    }                                                                                          \
    float16 OVERLOADED convert_float16##mode(type##16 x) {                                     \
        return (float16)(convert_float8##mode(x.lo), convert_float8##mode(x.hi));              \
    }

#define DIRECTIONS(mode)              \
    BY_WAY_OF(int, long, mode)        \
    BY_WAY_OF(uint, ulong, mode)      \
    DIRECTED(int, mode)               \
    DIRECTED(uint, mode)              \
    DIRECTED(long, mode)              \
    DIRECTED(ulong, mode)

DIRECTIONS(_rtz)
DIRECTIONS(_rtp)
DIRECTIONS(_rtn)
