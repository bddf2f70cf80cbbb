// mask_patterns: the micro-benchmarks of vaidya2013, section 5.2: branches that part sixteen lanes by
// given masks, one balanced if-else (figure 8) and nested ones of one to four levels (table 2).
//
// Both sides, and every path through nested branches, do the same amount of work, in a loop of its own.
// Lanes are told by the thread's number, so the masks are those of warps of 16.
#include "simt.h"

enum { LANES = 16 };

struct args {
    uint32_t *out;     // a row for each launch
    uint32_t threads;  // in a row
    uint32_t row;
    uint32_t turns;    // of each path's loop, at least 1
    uint32_t mask;     // of lanes that take the first side (mask_balanced only)
};

#define INLINE __attribute__((always_inline)) static inline

// A path: steps of a generator (xorshift) that adds the path's number.
INLINE uint32_t nest_0(uint32_t lane, uint32_t value, uint32_t turns, uint32_t path) {
    do {
        value ^= value << 13;
        value ^= value >> 17;
        value ^= value << 5;
        value += path;
    } while (--turns > 0);
    return value;
}

// Parts lanes by their lowest bit and then, by the levels below, by the higher ones.
#define NEST(level, below)                                                                        \
    INLINE uint32_t nest_##level(uint32_t lane, uint32_t value, uint32_t turns, uint32_t path) {  \
        if (lane & 1) {                                                                           \
            return nest_##below(lane >> 1, value, turns, 2 * path + 1);                           \
        }                                                                                         \
        return nest_##below(lane >> 1, value, turns, 2 * path);                                   \
    }

NEST(1, 0)
NEST(2, 1)
NEST(3, 2)
NEST(4, 3)

static inline void store(uint32_t thread, const struct args *args, uint32_t value) {
    args->out[args->row * args->threads + thread] = value;
}

KERNEL(mask_balanced)(uint32_t thread, const struct args *args) {
    uint32_t first = args->mask >> (thread % LANES);
    store(thread, args, nest_1(first, thread, args->turns, 1));
}

#define NESTED(level)                                                         \
    KERNEL(mask_nested_##level)(uint32_t thread, const struct args *args) {   \
        store(thread, args, nest_##level(thread, thread, args->turns, 1));    \
    }

NESTED(1)
NESTED(2)
NESTED(3)
NESTED(4)
