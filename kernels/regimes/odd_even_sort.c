// Sixteen phases of a sort by transposition of neighbours, in shared memory.
#include "regime.h"

enum { PHASES = 16 };

SHARED uint32_t keys[MOST_THREADS];

KERNEL(odd_even_sort)(uint32_t thread, const struct args *args) {
    uint32_t at = thread_idx_x(), threads = block_dim_x();
    keys[at] = word(args, thread);
    for (uint32_t phase = 0; phase < PHASES; phase++) {
        block_barrier();
        if ((at + phase) % 2 == 0 && at + 1 < threads) {
            uint32_t low = keys[at], high = keys[at + 1];
            if (low > high) {
                keys[at] = high;
                keys[at + 1] = low;
            }
        }
    }
    block_barrier();
    args->out[thread] = keys[at];
}
