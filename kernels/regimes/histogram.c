// A histogram of 64 bins in shared memory, with atomics. A quarter of the words falls into one bin.
#include "regime.h"

enum { BINS = 64, ROUNDS = 16 };

SHARED uint32_t bins[BINS];

KERNEL(histogram)(uint32_t thread, const struct args *args) {
    uint32_t at = thread_idx_x(), threads = block_dim_x();
    for (uint32_t bin = at; bin < BINS; bin += threads) {
        bins[bin] = 0;
    }
    block_barrier();
    for (uint32_t round = 0; round < ROUNDS; round++) {
        uint32_t value = word(args, thread + round * threads);
        uint32_t bin = value >> 30 ? value & (BINS - 1) : 0;
        __atomic_fetch_add(&bins[bin], 1, __ATOMIC_RELAXED);
    }
    block_barrier();
    for (uint32_t bin = at; bin < BINS; bin += threads) {
        args->out[block_idx_x() * 4 * threads + bin] = bins[bin];
    }
}
