// Sums of sines over 24 frequencies, as polynomials: no thread branches otherwise than another.
#include "regime.h"

enum { FREQUENCIES = 24 };

// Sine of an angle in turns, from -1/2 to 1/2.
static float sine(float turns) {
    float angle = turns * 6.2831853f, square = angle * angle;
    float series = 1.0f + square * (-1.0f / 6 + square * (1.0f / 120 + square * (-1.0f / 5040)));
    return angle * series;
}

KERNEL(sine_sum)(uint32_t thread, const struct args *args) {
    float place = unit(word(args, thread)), sum = 0.0f;
    for (uint32_t at = 0; at < FREQUENCIES; at++) {
        float turns = place * (8.0f * unit(word(args, at)));
        sum += unit(word(args, at + 100)) * sine(turns - (float)(int32_t)turns - 0.5f);
    }
    args->out[thread] = (uint32_t)(int32_t)(sum * 0x1p16f);
}
