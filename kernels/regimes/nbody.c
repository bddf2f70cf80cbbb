// Forces on a body from 32 others, those beyond a cut-off left out.
#include "regime.h"

enum { OTHERS = 32 };

KERNEL(nbody)(uint32_t thread, const struct args *args) {
    float x = unit(word(args, thread)), y = unit(word(args, thread + 1000)), fx = 0.0f, fy = 0.0f;
    for (uint32_t other = 0; other < OTHERS; other++) {
        float dx = unit(word(args, other * 2)) - x, dy = unit(word(args, other * 2 + 1)) - y;
        float square = dx * dx + dy * dy + 0.001f;
        if (square < 0.15f) {
            float root = __builtin_sqrtf(square), force = 1.0f / (square * root);
            fx += dx * force;
            fy += dy * force;
        }
    }
    args->out[2 * thread] = (uint32_t)(int32_t)(fx * 16.0f);
    args->out[2 * thread + 1] = (uint32_t)(int32_t)(fy * 16.0f);
}
