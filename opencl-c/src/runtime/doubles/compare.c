// Comparisons. The result of a comparison with a NaN is one that every question answers with no.

#include "bits.h"

// Integers that are in the order of the numbers; both zeros are 0.
static int64_t place_of(uint64_t bits) {
    return bits >> 63 ? -(int64_t)size_of(bits) : (int64_t)bits;
}

// Less than, equal to, or greater than 0.
static int compared(double left, double right, int unordered) {
    const uint64_t a = bits_of(left), b = bits_of(right);
    const int64_t x = place_of(a), y = place_of(b);
    const int order = (x > y) - (x < y);
    return is_nan(a) || is_nan(b) ? unordered : order;
}

int __ledf2(double a, double b) {
    return compared(a, b, 1);
}

int __ltdf2(double a, double b) {
    return compared(a, b, 1);
}

int __eqdf2(double a, double b) {
    return compared(a, b, 1);
}

int __nedf2(double a, double b) {
    return compared(a, b, 1);
}

int __gedf2(double a, double b) {
    return compared(a, b, -1);
}

int __gtdf2(double a, double b) {
    return compared(a, b, -1);
}

int __unorddf2(double a, double b) {
    return is_nan(bits_of(a)) || is_nan(bits_of(b));
}

// The number of two where one is a NaN.
double fmax(double a, double b) {
    if (is_nan(bits_of(a)))
        return b;
    return compared(a, b, 1) >= 0 ? a : b;
}

double fmin(double a, double b) {
    if (is_nan(bits_of(a)))
        return b;
    return compared(a, b, -1) <= 0 ? a : b;
}
