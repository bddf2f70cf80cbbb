// Functions of which libclc is wrong at an edge only.

#include "fractions.h"

float OVERLOADED __clc_rootn(float x, int n);

// libclc makes a zero of the least normal numbers.
float OVERLOADED rootn(float x, int n) {
    switch (n) {
    case 1: return x;
    case -1: return 1 / x;
    default: return __clc_rootn(x, n);
    }
}

PARTS(float, 0x1.fffffep-1f)

OF_ELEMENTS_2(rootn, float, float, int)
PARTS_OF_ELEMENTS(float)
FRACTS(float)
NORMALIZE(float)

float OVERLOADED fast_normalize(float x) {
    return normalize(x);
}
