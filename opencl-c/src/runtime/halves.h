// Halves that are stored rounded up or down: libclc takes what is smaller than all of them for 0. REAL is the type of the numbers;
// EXPONENT(x) is the exponent of one, and POWER(n) a power of 2.

#include "reals.h"

#define LARGEST 65504.0f

// The next number above that a half can be; infinite where there is none.
static REAL OVERLOADED up(REAL x) {
    if (isnan(x) || isinf(x))
        return x;
    if (fabs(x) >= 0x1p16f)
        return x > 0 ? INFINITY : -LARGEST;
    // Subnormal halves are as far from each other as the least normal ones.
    const int exponent = EXPONENT(x);
    const int unit = (exponent < -14 ? -14 : exponent) - 10;
    return ceil(x * POWER(-unit)) * POWER(unit);
}

static REAL OVERLOADED down(REAL x) {
    return -up(-x);
}

OF_ELEMENTS(up, REAL)
OF_ELEMENTS(down, REAL)

#define STORE(store, n, rounding, round, space)                                          \
    void OVERLOADED store##n##_rte(REALS(n) x, size_t offset, space half *address);      \
    void OVERLOADED store##n##rounding(REALS(n) x, size_t offset, space half *address) { \
        store##n##_rte(round(x), offset, address);                                       \
    }

#define STORE_IN(store, n, space)    \
    STORE(store, n, _rtp, up, space) \
    STORE(store, n, _rtn, down, space)

#define STORE_OF(store, n)       \
    STORE_IN(store, n, __global) \
    STORE_IN(store, n, __local)  \
    STORE_IN(store, n, __private)

#define STORES_OF(n)         \
    STORE_OF(vstore_half, n) \
    STORE_OF(vstorea_half, n)

STORE_OF(vstore_half, )
STORES_OF(2)
STORES_OF(3)
STORES_OF(4)
STORES_OF(8)
STORES_OF(16)
