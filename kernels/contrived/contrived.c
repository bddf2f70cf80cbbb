// contrived: the loop of fung2009, figure 6, which joins earlier than at its immediate post-dominator
// can: threads of even and odd number run the body in different turns of the loop, but were the even
// ones to wait a turn, all could run in lock-step.
#include "simt.h"

struct args {
    uint32_t *data;  // a word per thread
    uint32_t end;    // of the loop; 128 in the paper
};

// The counter stays in memory, as in the figure; the compiler keeps the loop as it stands. In the
// figure the body is one increment.
#define SHADER_THREAD(name, increments)                                                  \
    static void name(uint32_t tid, volatile uint32_t *data, uint32_t end) {              \
        _Pragma("clang loop unroll(disable)")                                            \
        for (uint32_t i = tid % 2; i < end; ++i) {                                       \
            if (i % 2) {                                                                 \
                _Pragma("clang loop unroll(full)")                                       \
                for (uint32_t times = 0; times < (increments); ++times) {                \
                    data[tid]++;                                                         \
                }                                                                        \
            }                                                                            \
        }                                                                                \
    }

SHADER_THREAD(shader_thread, 1)
SHADER_THREAD(shader_thread_8, 8)
SHADER_THREAD(shader_thread_32, 32)

KERNEL(contrived)(uint32_t thread, const struct args *args) {
    shader_thread(thread, args->data, args->end);
}

// The same loop with bodies of 8 and of 32 increments. With L instructions of the loop around a body
// of B, a warp under `pdom` issues 2 (L + B) in two turns, and 2 L + B if its even threads wait a turn:
// the longer the body, the nearer the gain comes to the double.
KERNEL(contrived_8)(uint32_t thread, const struct args *args) {
    shader_thread_8(thread, args->data, args->end);
}

KERNEL(contrived_32)(uint32_t thread, const struct args *args) {
    shader_thread_32(thread, args->data, args->end);
}
