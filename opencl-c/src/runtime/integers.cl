// Functions of integers that libclc lacks, and some in which it is wrong.

#include "elements.h"

#define MAD_HI(type)                                    \
    type OVERLOADED mul_hi(type a, type b);             \
    type OVERLOADED mad_hi(type a, type b, type c) {    \
        return mul_hi(a, b) + c;                        \
    }

OF_EVERY_WIDTH(MAD_HI, char)
OF_EVERY_WIDTH(MAD_HI, uchar)
OF_EVERY_WIDTH(MAD_HI, short)
OF_EVERY_WIDTH(MAD_HI, ushort)
OF_EVERY_WIDTH(MAD_HI, int)
OF_EVERY_WIDTH(MAD_HI, uint)
OF_EVERY_WIDTH(MAD_HI, long)
OF_EVERY_WIDTH(MAD_HI, ulong)

// libclc is wrong if the least number is taken away. A difference overflows where the signs differ, and its sign is that of y.
#define SUB_SAT(type, unsigned, least, largest)                                   \
    type OVERLOADED sub_sat(type x, type y) {                                     \
        const type difference = (type)((unsigned)x - (unsigned)y);                \
        if (((x ^ y) & (x ^ difference)) < 0)                                     \
            return x < 0 ? least : largest;                                       \
        return difference;                                                        \
    }                                                                             \
    OF_ELEMENTS_2(sub_sat, type, type, type)

SUB_SAT(int, uint, INT_MIN, INT_MAX)
SUB_SAT(long, ulong, LONG_MIN, LONG_MAX)

// libclc is wrong if the sum overflows. Here it has 128 bits, of which the upper 65 are alike if it fits.
long OVERLOADED mad_sat(long x, long y, long z) {
    const ulong product = (ulong)x * (ulong)y;
    const ulong lower = product + (ulong)z;
    const long upper = mul_hi(x, y) + (z >> 63) + (lower < product);
    if (upper == (long)lower >> 63)
        return (long)lower;
    return upper < 0 ? LONG_MIN : LONG_MAX;
}

OF_ELEMENTS_3(mad_sat, long)

// OpenCL C 2.0: the zeros below the lowest one, and all bits of 0.
#define CTZ(type)                                        \
    type OVERLOADED popcount(type x);                    \
    type OVERLOADED ctz(type x) {                        \
        return popcount((type)(~x & (x - (type)1)));     \
    }

OF_EVERY_WIDTH(CTZ, char)
OF_EVERY_WIDTH(CTZ, uchar)
OF_EVERY_WIDTH(CTZ, short)
OF_EVERY_WIDTH(CTZ, ushort)
OF_EVERY_WIDTH(CTZ, int)
OF_EVERY_WIDTH(CTZ, uint)
OF_EVERY_WIDTH(CTZ, long)
OF_EVERY_WIDTH(CTZ, ulong)
