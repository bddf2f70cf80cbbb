// branches: where threads part, by source line. Tests look for the words in the comments, so that
// they find the lines. Built by scripts/build-kernels, with DWARF.
#include "simt.h"

struct args {
    uint32_t *out;
};

static inline uint32_t collatz(uint32_t x) {
    uint32_t steps = 0;
    while (x != 1) { // threads leave one after the other
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    return steps;
}

KERNEL(branches)(uint32_t thread, const struct args *args) {
    uint32_t *out = &args->out[thread];
    *out = thread;
    if (thread & 1) { // every second thread
        *out *= *out;
    }
    *out += collatz(thread + 1);
}
