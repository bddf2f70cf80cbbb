// at_risk: legal kernels that clang alone turns into deadlocks: it copies the uniform branch in front of a barrier into one arm of
// a divergent branch. A last kernel has its barrier there in the source. scripts/build-kernels builds this file as a user
// would build one elsewhere.
#include "simt.h"

// A macro, so that the barrier has the line of its use.
#define BARRIER() __asm__ volatile(".word 0x0000400b" ::: "memory")

struct args {
    int32_t a, b;
    int32_t *out;
};

KERNEL(copied)(uint32_t thread, const struct args *args) {
    int32_t a = args->a, b = args->b, *out = args->out;
    if (thread == 0) out[0] += 1;
    if (b > a) BARRIER();
    if (a > 0) BARRIER();
    if (thread == 0) out[0] += 2;
}

KERNEL(nested)(uint32_t thread, const struct args *args) {
    int32_t a = args->a, b = args->b, *out = args->out;
    for (uint32_t outer = 0; outer < 2; outer++) {
        for (uint32_t inner = 0; inner < 2; inner++) {
            if (thread == 0) out[0] += 1;
            if (b > a) BARRIER();
            if (a > 0) BARRIER();
            if (thread == 0) out[0] += 2;
        }
    }
    if (a > 0) BARRIER();
}

KERNEL(of_source)(uint32_t thread, const struct args *args) {
    args->out[thread] = 1;
    if ((thread & 1) == 0) BARRIER();
    args->out[thread] = 2;
}
