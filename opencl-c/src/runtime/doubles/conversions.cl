// Conversions to and from `double` in which libclc is wrong.

#define REAL double
#include "../conversions.h"

SATURATED_OF(char, -0x1p7, 0x1p7, CHAR_MAX)
SATURATED_OF(uchar, 0.0, 0x1p8, UCHAR_MAX)
SATURATED_OF(short, -0x1p15, 0x1p15, SHRT_MAX)
SATURATED_OF(ushort, 0.0, 0x1p16, USHRT_MAX)
SATURATED_OF(int, -0x1p31, 0x1p31, INT_MAX)
SATURATED_OF(uint, 0.0, 0x1p32, UINT_MAX)
SATURATED_OF(long, -0x1p63, 0x1p63, LONG_MAX)
SATURATED_OF(ulong, 0.0, 0x1p64, ULONG_MAX)

// The numbers beside the nearest one; none of them is infinite or 0.
static double above(double x) {
    return as_double(as_long(x) + (x < 0 ? -1 : 1));
}

static double below(double x) {
    return as_double(as_long(x) + (x < 0 ? 1 : -1));
}

// All numbers of 32 bits are exact.
ROUNDED(long, 0x1p63)
ROUNDED(ulong, 0x1p64)

float OVERLOADED nextafter(float x, float y);

float OVERLOADED convert_float_rtp(double x) {
    const float nearest = (float)x;
    return (double)nearest < x ? nextafter(nearest, INFINITY) : nearest;
}

float OVERLOADED convert_float_rtn(double x) {
    const float nearest = (float)x;
    return (double)nearest > x ? nextafter(nearest, -INFINITY) : nearest;
}

float OVERLOADED convert_float_rtz(double x) {
    return x < 0 ? convert_float_rtp(x) : convert_float_rtn(x);
}

#undef REAL
#define REAL float
ROUNDED_VECTORS(double, _rtp)
ROUNDED_VECTORS(double, _rtn)
ROUNDED_VECTORS(double, _rtz)
