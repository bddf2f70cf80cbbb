// Lennard-Jones forces on an atom from a list of neighbours, 8 to 39 of them, those beyond a cut-off left out.
#include "regime.h"

KERNEL(molecular_dynamics)(uint32_t thread, const struct args *args) {
    uint32_t neighbours = 8 + word(args, thread * 3) % 32;
    float x = unit(word(args, thread)), y = unit(word(args, thread + 1)), z = unit(word(args, thread + 2));
    float fx = 0.0f, fy = 0.0f, fz = 0.0f;
    for (uint32_t at = 0; at < neighbours; at++) {
        uint32_t atom = word(args, thread * 32 + at);
        float dx = x - unit(word(args, atom)), dy = y - unit(word(args, atom + 1));
        float dz = z - unit(word(args, atom + 2)), square = dx * dx + dy * dy + dz * dz;
        if (square >= 0.4f) {
            continue;
        }
        float inverse = 0.01f / (square + 0.01f), sixth = inverse * inverse * inverse;
        float force = sixth * (2.0f * sixth - 1.0f);
        fx += dx * force;
        fy += dy * force;
        fz += dz * force;
    }
    args->out[3 * thread] = (uint32_t)(int32_t)(fx * 0x1p16f);
    args->out[3 * thread + 1] = (uint32_t)(int32_t)(fy * 0x1p16f);
    args->out[3 * thread + 2] = (uint32_t)(int32_t)(fz * 0x1p16f);
}
