// scan: exclusive prefix sums of the rows of a matrix, a block a row, in shared memory by the
// work-efficient tree of the CUDA SDK (Harris, "Parallel Prefix Sum (Scan) with CUDA", listing 2): sums of
// ever longer parts on the way up, which ever fewer threads add, and what lies before them on the way down.
//
// A thread has a pair of numbers; threads of smaller blocks have several. Race-free: a step's pairs do not
// overlap, and a barrier precedes every step.
#include "simt.h"

enum { MAX_COLUMNS = 512 };

SHARED uint32_t sums[MAX_COLUMNS];

struct args {
    const uint32_t *numbers;  // rows x columns
    uint32_t *before;         // likewise: the sum of those to the left in the row
    uint32_t columns;         // a power of two from 2 to MAX_COLUMNS
};

// Pairs of a thread in a step with so many pairs: the indices of their right elements.
#define FOR_OWN_PAIRS(right, pairs, distance)                                              \
    for (uint32_t pair = thread_idx_x(), right;                                            \
         pair < pairs && (right = (2 * pair + 2) * distance - 1, 1); pair += block_dim_x())

static inline void add_upwards(uint32_t columns) {
    uint32_t distance = 1;
    for (uint32_t pairs = columns / 2; pairs > 0; pairs /= 2, distance *= 2) {
        block_barrier();
        FOR_OWN_PAIRS(right, pairs, distance) {
            sums[right] += sums[right - distance];
        }
    }
}

// No condition precedes the loop: the compiler would decide it once for each arm of the branch before, and
// threads would part until after the barriers.
static inline void hand_downwards(uint32_t columns) {
    uint32_t pairs = 1, distance = columns / 2;
    do {
        block_barrier();
        FOR_OWN_PAIRS(right, pairs, distance) {
            uint32_t left_part = sums[right - distance];
            sums[right - distance] = sums[right];
            sums[right] += left_part;
        }
        pairs *= 2;
        distance /= 2;
    } while (pairs < columns);
}

KERNEL(scan)(uint32_t thread, const struct args *args) {
    uint32_t columns = args->columns, first = block_idx_x() * columns;
    for (uint32_t at = thread_idx_x(); at < columns; at += block_dim_x()) {
        sums[at] = args->numbers[first + at];
    }
    add_upwards(columns);
    if (thread_idx_x() == 0) {
        sums[columns - 1] = 0;
    }
    hand_downwards(columns);
    block_barrier();
    for (uint32_t at = thread_idx_x(); at < columns; at += block_dim_x()) {
        args->before[first + at] = sums[at];
    }
}
