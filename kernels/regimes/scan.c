// The sums of all words up to a thread's own, in shared memory: after Hillis and Steele.
#include "regime.h"

SHARED uint32_t sums[2][MOST_THREADS];

KERNEL(scan)(uint32_t thread, const struct args *args) {
    uint32_t at = thread_idx_x(), threads = block_dim_x(), half = 0;
    uint32_t sum = word(args, thread);
    sums[half][at] = sum;
    block_barrier();
    for (uint32_t step = 1; step < threads; step *= 2) {
        if (at >= step) {
            sum += sums[half][at - step];
        }
        half ^= 1;
        sums[half][at] = sum;
        block_barrier();
    }
    args->out[thread] = sum;
}
