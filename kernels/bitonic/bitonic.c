// bitonic: Batcher's bitonic sort of n = 2^m keys, one thread a key.
//
// A block sorts and merges its own keys in shared memory, with a barrier between steps; steps that
// reach across blocks are launches of their own. In each step the lower thread of a pair compares and
// exchanges, so half of the threads diverge, and a pair belongs to one thread: there are no races.
#include "simt.h"

enum { MAX_BLOCK = 256 };

SHARED uint32_t keys[MAX_BLOCK];

struct sort_args {
    uint32_t *keys;
};

struct merge_args {
    uint32_t *keys;
    uint32_t run;       // length of the runs that this stage merges into, a power of two
    uint32_t distance;  // of a pair (bitonic_exchange only)
};

// Puts a pair of keys in order: ascending in even runs, descending in odd ones.
static void exchange(uint32_t *keys, uint32_t at, uint32_t distance, int descending) {
    uint32_t partner = at ^ distance;
    if (partner > at) {
        uint32_t low = keys[at], high = keys[partner];
        if (descending ? low < high : low > high) {
            keys[at] = high;
            keys[partner] = low;
        }
    }
}

// The steps of a stage from some distance down, inside a block.
static void merge_in_block(uint32_t thread, uint32_t run, uint32_t distance) {
    for (; distance > 0; distance >>= 1) {
        exchange(keys, thread_idx_x(), distance, (thread & run) != 0);
        block_barrier();
    }
}

// Sorts the keys of every block; odd blocks descending.
KERNEL(bitonic_sort)(uint32_t thread, const struct sort_args *args) {
    uint32_t count = block_dim_x();
    keys[thread_idx_x()] = args->keys[thread];
    block_barrier();
    for (uint32_t run = 2; run <= count; run <<= 1) {
        merge_in_block(thread, run, run >> 1);
    }
    args->keys[thread] = keys[thread_idx_x()];
}

// One step whose pairs lie in different blocks.
KERNEL(bitonic_exchange)(uint32_t thread, const struct merge_args *args) {
    exchange(args->keys, thread, args->distance, (thread & args->run) != 0);
}

// The last steps of a stage, whose pairs lie in one block.
KERNEL(bitonic_finish)(uint32_t thread, const struct merge_args *args) {
    keys[thread_idx_x()] = args->keys[thread];
    block_barrier();
    merge_in_block(thread, args->run, block_dim_x() >> 1);
    args->keys[thread] = keys[thread_idx_x()];
}
