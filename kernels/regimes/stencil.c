// Eight sweeps of a five-point stencil over a strip of a grid of 64 x 64, in the order of Gauss and Seidel. The
// border of the grid keeps its values.
#include "regime.h"

enum { SIDE = 64, ROWS = 8 };

KERNEL(stencil)(uint32_t thread, const struct args *args) {
    float above = unit(word(args, thread)), sum = 0.0f;
    for (uint32_t row = 0; row < ROWS; row++) {
        uint32_t at = (thread + row * SIDE) & (TABLE - 1), column = at % SIDE, line = at / SIDE;
        float here = unit(word(args, at));
        if (column != 0 && column != SIDE - 1 && line != 0 && line != SIDE - 1) {
            float beside = unit(word(args, at - 1)) + unit(word(args, at + 1));
            here = 0.25f * (above + beside + unit(word(args, at + SIDE)));
        }
        sum += above = here;
    }
    args->out[thread] = (uint32_t)(sum * 0x1p16f);
}
