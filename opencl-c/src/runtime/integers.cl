// mad_hi, which libclc lacks, and mad_sat of long numbers, which is wrong there: of -1 * 0 + 0 it makes the smallest number.

#define OVERLOADED __attribute__((overloadable))

#define MAD_HI(type)                                 \
    type OVERLOADED mul_hi(type a, type b);          \
    type OVERLOADED mad_hi(type a, type b, type c) { \
        return mul_hi(a, b) + c;                     \
    }

#define MAD_HI_OF(type) \
    MAD_HI(type)        \
    MAD_HI(type##2)     \
    MAD_HI(type##3)     \
    MAD_HI(type##4)     \
    MAD_HI(type##8)     \
    MAD_HI(type##16)

MAD_HI_OF(char)
MAD_HI_OF(uchar)
MAD_HI_OF(short)
MAD_HI_OF(ushort)
MAD_HI_OF(int)
MAD_HI_OF(uint)
MAD_HI_OF(long)
MAD_HI_OF(ulong)

// The sum in 128 bits: it fits if its upper half is nothing but the sign of the lower one.
long OVERLOADED mad_sat(long a, long b, long c) {
    const ulong product = (ulong)a * (ulong)b, sum = product + (ulong)c;
    const long upper = mul_hi(a, b) + (c >> 63) + (sum < product);
    if (upper == (long)sum >> 63) return (long)sum;
    return upper < 0 ? LONG_MIN : LONG_MAX;
}

#define MAD_SAT(width)                                                              \
    long##width OVERLOADED mad_sat(long##width a, long##width b, long##width c) {   \
        return (long##width)(mad_sat(a.lo, b.lo, c.lo), mad_sat(a.hi, b.hi, c.hi)); \
    }

MAD_SAT(2)
long3 OVERLOADED mad_sat(long3 a, long3 b, long3 c) {
    return (long3)(mad_sat(a.xy, b.xy, c.xy), mad_sat(a.z, b.z, c.z));
}
MAD_SAT(4)
MAD_SAT(8)
MAD_SAT(16)
