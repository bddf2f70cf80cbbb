// Halves of doubles.

#define REAL double
#define EXPONENT(x) ((int)(as_long(x) >> 52 & 0x7ff) - 1023)
#define POWER(n) as_double((long)(1023 + (n)) << 52)
#include "../halves.h"
