// Halves that are stored rounded up or down: libclc takes what is smaller than all of them for 0.

#include "elements.h"

#define LARGEST 65504.0f

// The next float above that a half can be; infinite where there is none.
static float OVERLOADED up(float x) {
    if (isnan(x) || isinf(x))
        return x;
    if (fabs(x) >= 0x1p16f)
        return x > 0 ? INFINITY : -LARGEST;
    // Subnormal halves are as far from each other as the least normal ones.
    const int exponent = (as_int(x) >> 23 & 0xff) - 127;
    const int unit = (exponent < -14 ? -14 : exponent) - 10;
    return ceil(x * as_float((127 - unit) << 23)) * as_float((127 + unit) << 23);
}

static float OVERLOADED down(float x) {
    return -up(-x);
}

OF_ELEMENTS_1(up, float, float)
OF_ELEMENTS_1(down, float, float)

#define STORE(store, n, rounding, round, space)                                                \
    void OVERLOADED store##n##_rte(float##n x, size_t offset, space half *address);            \
    void OVERLOADED store##n##rounding(float##n x, size_t offset, space half *address) {       \
        store##n##_rte(round(x), offset, address);                                             \
    }

#define STORE_IN(store, n, space)           \
    STORE(store, n, _rtp, up, space)        \
    STORE(store, n, _rtn, down, space)

#define STORE_OF(store, n)           \
    STORE_IN(store, n, __global)     \
    STORE_IN(store, n, __local)      \
    STORE_IN(store, n, __private)

#define STORES_OF(n)           \
    STORE_OF(vstore_half, n)   \
    STORE_OF(vstorea_half, n)

STORE_OF(vstore_half, )
STORES_OF(2)
STORES_OF(3)
STORES_OF(4)
STORES_OF(8)
STORES_OF(16)
