// Conversions in which libclc is wrong: floats that are NaN to saturated integers, and wide integers to floats that are not rounded to the
// nearest.

#include "elements.h"

// `least` and `end` are floats: the least integer, and what follows the largest.
#define SATURATED(type, rounding, round, least, end, largest)              \
    type OVERLOADED convert_##type##_sat##rounding(float x) {              \
        const float whole = round(x);                                      \
        if (isnan(x))                                                      \
            return 0;                                                      \
        if (whole >= end)                                                  \
            return largest;                                                \
        return whole < least ? (type)least : (type)whole;                  \
    }

#define NAMED(type, n, rounding) convert_##type##n##_sat##rounding

// Vectors have their width in the name.
#define SATURATED_VECTORS(type, rounding)                                                                         \
    type##2 OVERLOADED NAMED(type, 2, rounding)(float2 x) {                                                       \
        return (type##2)(NAMED(type, , rounding)(x.lo), NAMED(type, , rounding)(x.hi));                           \
    }                                                                                                             \
    type##3 OVERLOADED NAMED(type, 3, rounding)(float3 x) {                                                       \
        return (type##3)(NAMED(type, 2, rounding)(x.s01), NAMED(type, , rounding)(x.s2));                         \
    }                                                                                                             \
    type##4 OVERLOADED NAMED(type, 4, rounding)(float4 x) {                                                       \
        return (type##4)(NAMED(type, 2, rounding)(x.lo), NAMED(type, 2, rounding)(x.hi));                         \
    }                                                                                                             \
    type##8 OVERLOADED NAMED(type, 8, rounding)(float8 x) {                                                       \
        return (type##8)(NAMED(type, 4, rounding)(x.lo), NAMED(type, 4, rounding)(x.hi));                         \
    }                                                                                                             \
    type##16 OVERLOADED NAMED(type, 16, rounding)(float16 x) {                                                    \
        return (type##16)(NAMED(type, 8, rounding)(x.lo), NAMED(type, 8, rounding)(x.hi));                        \
    }

#define SATURATED_ROUNDED(type, rounding, round, least, end, largest) \
    SATURATED(type, rounding, round, least, end, largest)             \
    SATURATED_VECTORS(type, rounding)

#define SATURATED_OF(type, least, end, largest)              \
    SATURATED_ROUNDED(type, , trunc, least, end, largest)    \
    SATURATED_ROUNDED(type, _rte, rint, least, end, largest) \
    SATURATED_ROUNDED(type, _rtz, trunc, least, end, largest) \
    SATURATED_ROUNDED(type, _rtp, ceil, least, end, largest) \
    SATURATED_ROUNDED(type, _rtn, floor, least, end, largest)

SATURATED_OF(char, -0x1p7f, 0x1p7f, CHAR_MAX)
SATURATED_OF(uchar, 0.0f, 0x1p8f, UCHAR_MAX)
SATURATED_OF(short, -0x1p15f, 0x1p15f, SHRT_MAX)
SATURATED_OF(ushort, 0.0f, 0x1p16f, USHRT_MAX)
SATURATED_OF(int, -0x1p31f, 0x1p31f, INT_MAX)
SATURATED_OF(uint, 0.0f, 0x1p32f, UINT_MAX)
SATURATED_OF(long, -0x1p63f, 0x1p63f, LONG_MAX)
SATURATED_OF(ulong, 0.0f, 0x1p64f, ULONG_MAX)

// The floats beside the nearest one; none of them is infinite or 0.
static float above(float x) {
    return as_float(as_int(x) + (x < 0 ? -1 : 1));
}

static float below(float x) {
    return as_float(as_int(x) + (x < 0 ? 1 : -1));
}

// The nearest float may be what follows the largest integer.
#define ROUNDED(type, end)                                                       \
    static bool OVERLOADED is_above(float nearest, type x) {                     \
        return nearest >= end || (type)nearest > x;                              \
    }                                                                            \
    static bool OVERLOADED is_below(float nearest, type x) {                     \
        return nearest < end && (type)nearest < x;                               \
    }                                                                            \
    float OVERLOADED convert_float_rtp(type x) {                                 \
        const float nearest = (float)x;                                          \
        return is_below(nearest, x) ? above(nearest) : nearest;                  \
    }                                                                            \
    float OVERLOADED convert_float_rtn(type x) {                                 \
        const float nearest = (float)x;                                          \
        return is_above(nearest, x) ? below(nearest) : nearest;                  \
    }                                                                            \
    float OVERLOADED convert_float_rtz(type x) {                                 \
        return x < 0 ? convert_float_rtp(x) : convert_float_rtn(x);              \
    }                                                                            \
    ROUNDED_VECTORS(type, _rtp)                                                  \
    ROUNDED_VECTORS(type, _rtn)                                                  \
    ROUNDED_VECTORS(type, _rtz)

#define ROUNDED_VECTORS(type, rounding)                                                                           \
    float2 OVERLOADED convert_float2##rounding(type##2 x) {                                                       \
        return (float2)(convert_float##rounding(x.lo), convert_float##rounding(x.hi));                            \
    }                                                                                                             \
    float3 OVERLOADED convert_float3##rounding(type##3 x) {                                                       \
        return (float3)(convert_float2##rounding(x.s01), convert_float##rounding(x.s2));                          \
    }                                                                                                             \
    float4 OVERLOADED convert_float4##rounding(type##4 x) {                                                       \
        return (float4)(convert_float2##rounding(x.lo), convert_float2##rounding(x.hi));                          \
    }                                                                                                             \
    float8 OVERLOADED convert_float8##rounding(type##8 x) {                                                       \
        return (float8)(convert_float4##rounding(x.lo), convert_float4##rounding(x.hi));                          \
    }                                                                                                             \
    float16 OVERLOADED convert_float16##rounding(type##16 x) {                                                    \
        return (float16)(convert_float8##rounding(x.lo), convert_float8##rounding(x.hi));                         \
    }

ROUNDED(int, 0x1p31f)
ROUNDED(uint, 0x1p32f)
ROUNDED(long, 0x1p63f)
ROUNDED(ulong, 0x1p64f)
