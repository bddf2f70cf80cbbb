// unknown_jump: a tail call through a pointer that the launch gives, which is a jump that nobody can tell the target of.
// Built by scripts/build-kernels.
#include "simt.h"

struct args {
    uint32_t *out;
    uint32_t which;
};

typedef void (*step)(uint32_t *out, uint32_t thread);

static void twice(uint32_t *out, uint32_t thread) {
    out[thread] = 2 * thread;
}

static void square(uint32_t *out, uint32_t thread) {
    out[thread] = thread * thread;
}

step volatile steps[2] = {twice, square};

KERNEL(unknown_jump)(uint32_t thread, const struct args *args) {
    steps[thread % args->which](args->out, thread);
}
