// Conversions of floating-point numbers to integers that saturate. The standard makes 0 of a NaN (6.2.3.3), and what does not fit is the
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
