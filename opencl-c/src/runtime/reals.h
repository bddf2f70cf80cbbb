// Names of vectors of REAL, which is `float` or `double`.

#include "elements.h"

#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)

#define REALS(n) JOIN(REAL, n)

#define OF_ELEMENTS(name, real) OF_ELEMENTS_1(name, real, real)
