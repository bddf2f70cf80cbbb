// sinpi, cospi and tanpi, whose zeros have the signs that the standard prescribes.

#include "elements.h"

float OVERLOADED cos(float x);
float OVERLOADED sin(float x);
float OVERLOADED tan(float x);

// From here on all floats are even numbers.
#define ALL_EVEN 0x1p24f

// x is a number of quarters of a turn, and a part of one.
typedef struct {
    int quarters;
    float part;
} turn;

static turn turn_of(float x) {
    const float quarters = rint(2 * x);
    const turn turn = {(int)quarters, fma(quarters, -0.5f, x)};
    return turn;
}

// A part of a half turn in radians: pi in two parts.
static float radians_of(float part) {
    return fma(part, 0x1.921fb6p+1f, part * -0x1.777a5cp-24f);
}

float OVERLOADED sinpi(float x) {
    if (isnan(x) || isinf(x))
        return NAN;
    if (x == rint(x))
        return copysign(0.0f, x);
    const turn turn = turn_of(x);
    const float angle = radians_of(turn.part);
    const float sine = turn.quarters & 1 ? cos(angle) : sin(angle);
    return turn.quarters & 2 ? -sine : sine;
}

float OVERLOADED cospi(float x) {
    if (isnan(x) || isinf(x))
        return NAN;
    if (fabs(x) >= ALL_EVEN)
        return 1;
    const turn turn = turn_of(x);
    const float angle = radians_of(turn.part);
    if (turn.quarters & 1 && angle == 0)
        return 0;
    const float cosine = turn.quarters & 1 ? sin(angle) : cos(angle);
    // Minus in the second and the third quarter.
    return turn.quarters + 1 & 2 ? -cosine : cosine;
}

float OVERLOADED tanpi(float x) {
    if (isnan(x) || isinf(x))
        return NAN;
    if (fabs(x) >= ALL_EVEN)
        return copysign(0.0f, x);
    const turn turn = turn_of(x);
    const bool is_odd = turn.quarters & 2;
    if (turn.part == 0)
        return turn.quarters & 1 ? (is_odd ? -INFINITY : INFINITY) : copysign(0.0f, is_odd ? -x : x);
    const float tangent = tan(radians_of(turn.part));
    return turn.quarters & 1 ? -1 / tangent : tangent;
}

OF_ELEMENTS_1(sinpi, float, float)
OF_ELEMENTS_1(cospi, float, float)
OF_ELEMENTS_1(tanpi, float, float)
