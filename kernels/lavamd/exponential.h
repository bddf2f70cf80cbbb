// exponential.h: e to the power of x, in operations that have one result everywhere.
//
// Also the header of particle_filter, by a link.
#ifndef HEDDLE_EXPONENTIAL_H
#define HEDDLE_EXPONENTIAL_H

#include "simt.h"

// 2^n 2^r with |r| <= 1/2 for x / ln 2 = n + r, by the series of e^(r ln 2) up to the fifth power; zero
// where n is below -126. x is at most 88.
static inline float exponential(float x) {
    union {
        uint32_t bits;  // 8 bits of exponent with an offset of 127, 23 bits of mantissa
        float number;
    } power;
    float twos = x * 1.44269504f, biased = twos + 127.5f;
    if (biased < 1.0f) {
        return 0.0f;
    }
    uint32_t n = (uint32_t)biased;
    power.bits = n << 23;
    float t = (twos - (float)((int32_t)n - 127)) * 0.693147181f;
    float series = 1.0f / 120.0f;
    series = series * t + 1.0f / 24.0f;
    series = series * t + 1.0f / 6.0f;
    series = series * t + 0.5f;
    series = series * t + 1.0f;
    series = series * t + 1.0f;
    return power.number * series;
}

#endif
