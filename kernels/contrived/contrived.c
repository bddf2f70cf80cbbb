// contrived: the loop of fung2009, figure 6, which joins earlier than at its immediate post-dominator
// can: threads of even and odd number run the body in different turns of the loop, but were the even
// ones to wait a turn, all could run in lock-step.
#include "simt.h"

struct args {
    uint32_t *data;  // a word per thread
    uint32_t end;    // of the loop; 128 in the paper
};

// The counter stays in memory, as in the figure; the compiler keeps the loop as it stands.
static void shader_thread(uint32_t tid, volatile uint32_t *data, uint32_t end) {
#pragma clang loop unroll(disable)
    for (uint32_t i = tid % 2; i < end; ++i) {
        if (i % 2) {
            data[tid]++;
        }
    }
}

KERNEL(contrived)(uint32_t thread, const struct args *args) {
    shader_thread(thread, args->data, args->end);
}
