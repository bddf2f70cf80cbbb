// Conversions to and from `float` in which libclc is wrong.

#define REAL float
#include "conversions.h"

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

ROUNDED(int, 0x1p31f)
ROUNDED(uint, 0x1p32f)
ROUNDED(long, 0x1p63f)
ROUNDED(ulong, 0x1p64f)
