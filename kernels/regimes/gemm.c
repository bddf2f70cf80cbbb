// A matrix product in two tiles: a block brings what its threads need of one factor into shared memory. No thread does
// anything else than another.
#include "regime.h"

enum { TILES = 2, DEPTH = 16 };

SHARED float tile[MOST_THREADS];

KERNEL(gemm)(uint32_t thread, const struct args *args) {
    uint32_t at = thread_idx_x(), row = at & ~(DEPTH - 1);
    float sum = 0.0f;
    for (uint32_t part = 0; part < TILES; part++) {
        tile[at] = unit(word(args, thread + part * 512));
        block_barrier();
        for (uint32_t step = 0; step < DEPTH; step++) {
            sum += tile[row + step] * unit(word(args, (part * DEPTH + step) * 64 + at % DEPTH));
        }
        block_barrier();
    }
    args->out[thread] = (uint32_t)(sum * 0x1p20f);
}
