// Halves of floats.

#define REAL float
#define EXPONENT(x) ((as_int(x) >> 23 & 0xff) - 127)
#define POWER(n) as_float((127 + (n)) << 23)
#include "halves.h"
