// reduction.h: the sum of a row of numbers, a block a row, by a tree in shared memory whose last steps
// stay inside one warp and need no block barrier (fung2009, section 8 and figure 22).
//
// Also the header of reduction_partial, by a link. What stands between these last steps is the kernel's choice: nothing relies on warps that run in
// lock-step; a barrier of the warp is what section 8 proposes for machines where they do not.
#ifndef HEDDLE_REDUCTION_H
#define HEDDLE_REDUCTION_H

#include "simt.h"

enum { MAX_BLOCK = 256 };

SHARED volatile uint32_t sums[MAX_BLOCK];

struct args {
    const uint32_t *numbers;  // rows x columns
    uint32_t *out;            // a row
    uint32_t columns;
    uint32_t warp;            // threads that surely share a warp, a power of two, at most a block
};

// In a step, nobody reads what another thread writes: the upper half is only read.
static inline void add_upper_half(uint32_t thread, uint32_t half) {
    if (thread < half) {
        sums[thread] += sums[thread + half];
    }
}

// Defines the kernel `name`. A block has a power of two of threads.
#define REDUCTION(name, WARP_STEP)                                                \
    KERNEL(name)(uint32_t global, const struct args *args) {                      \
        uint32_t thread = thread_idx_x(), half = block_dim_x() >> 1, sum = 0;     \
        const uint32_t *row = args->numbers + block_idx_x() * args->columns;      \
        for (uint32_t at = thread; at < args->columns; at += block_dim_x()) {     \
            sum += row[at];                                                       \
        }                                                                         \
        sums[thread] = sum;                                                       \
        block_barrier();                                                          \
        for (; half > args->warp; half >>= 1) {                                   \
            add_upper_half(thread, half);                                         \
            block_barrier();                                                      \
        }                                                                         \
        if (thread < args->warp) {                                                \
            for (; half > 0; half >>= 1) {                                        \
                add_upper_half(thread, half);                                     \
                WARP_STEP;                                                        \
            }                                                                     \
        }                                                                         \
        if (thread == 0) {                                                        \
            args->out[block_idx_x()] = sums[0];                                   \
        }                                                                         \
    }

#endif
