// bitonic_global: Batcher's bitonic sort of n = 2^m keys, a thread a key, in global memory: NVIDIA's
// example without its shared memory, as fung2009 ran it. All accesses go through the cache.
//
// A launch is one step. The lower thread of a pair compares and exchanges, so half of the threads have
// nothing to do, and a pair belongs to one thread: there are no races.
#include "simt.h"

struct args {
    uint32_t *keys;
    uint32_t count;
    uint32_t run;       // length of the runs that the stage merges into, a power of two
    uint32_t distance;  // of a pair
};

static void order(uint32_t *low, uint32_t *high) {
    uint32_t first = *low, second = *high;
    if (first > second) {
        *low = second;
        *high = first;
    }
}

KERNEL(bitonic_global)(uint32_t thread, const struct args *args) {
    uint32_t partner = thread ^ args->distance;
    if (partner > thread && thread < args->count) {
        uint32_t *here = args->keys + thread, *there = args->keys + partner;
        if ((thread & args->run) == 0) {
            order(here, there);
        } else {
            order(there, here);  // odd runs descend
        }
    }
}
