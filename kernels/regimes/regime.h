// What the kernels of the regimes share: a table of random words that all threads read, and four words of output
// for each thread.
#ifndef REGIME_H
#define REGIME_H

#include "simt.h"

enum { TABLE = 4096, MOST_THREADS = 1024 };

struct args {
    const uint32_t *in;
    uint32_t *out;
};

// A word of the table; indices wrap around.
static inline uint32_t word(const struct args *args, uint32_t index) {
    return args->in[index & (TABLE - 1)];
}

// A number from 0 to below 1.
static inline float unit(uint32_t random) {
    return (float)(random >> 8) * 0x1p-24f;
}

static inline uint32_t threads_of_launch(void) {
    return block_dim_x() * grid_dim_x();
}

#endif
