// Eight points in a ring, drawn until one falls into it: half of the draws are thrown away.
#include "regime.h"

enum { POINTS = 8 };

static uint32_t next(uint32_t *state) {
    *state ^= *state << 13;
    *state ^= *state >> 17;
    *state ^= *state << 5;
    return *state;
}

KERNEL(monte_carlo)(uint32_t thread, const struct args *args) {
    uint32_t state = word(args, thread) | 1, draws = 0;
    float sum = 0.0f;
    for (uint32_t point = 0; point < POINTS; point++) {
        float x, y, square;
        do {
            x = unit(next(&state));
            y = unit(next(&state));
            square = x * x + y * y;
            draws++;
        } while (square > 1.0f || square < 0.36f);
        sum += x / (1.0f + square) + y;
    }
    args->out[thread] = draws;
    args->out[threads_of_launch() + thread] = (uint32_t)(sum * 0x1p20f);
}
