// The native functions for which libclc calls C's library: here they are the functions of OpenCL C.

#include "elements.h"

#define NATIVE(name, type)                                          \
    type OVERLOADED name(type x);                                   \
    type OVERLOADED native_##name(type x) { return name(x); }

#define NATIVE_OF(name)                 \
    NATIVE(name, float)                 \
    OF_ELEMENTS_1(native_##name, float, float)

NATIVE_OF(cos)
NATIVE_OF(exp)
NATIVE_OF(exp10)
NATIVE_OF(exp2)
NATIVE_OF(log)
NATIVE_OF(log10)
NATIVE_OF(log2)
NATIVE_OF(sin)
NATIVE_OF(tan)

float OVERLOADED powr(float x, float y);
float OVERLOADED native_powr(float x, float y) {
    return powr(x, y);
}

OF_ELEMENTS_2(native_powr, float, float, float)
