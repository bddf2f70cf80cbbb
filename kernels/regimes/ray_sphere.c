// The first of twenty spheres that a ray meets.
#include "regime.h"

enum { SPHERES = 20 };

KERNEL(ray_sphere)(uint32_t thread, const struct args *args) {
    float x = unit(word(args, thread)) - 0.5f, y = unit(word(args, thread + 500)) - 0.5f;
    float square = x * x + y * y + 1.0f, nearest = 1000.0f;
    uint32_t met = SPHERES;
    for (uint32_t sphere = 0; sphere < SPHERES; sphere++) {
        float cx = 4.0f * unit(word(args, sphere * 4)) - 2.0f, cy = 4.0f * unit(word(args, sphere * 4 + 1)) - 2.0f;
        float cz = 2.0f + 4.0f * unit(word(args, sphere * 4 + 2)), radius = 0.3f + unit(word(args, sphere * 4 + 3));
        float along = x * cx + y * cy + cz, rest = cx * cx + cy * cy + cz * cz - radius * radius;
        float root = along * along - square * rest;
        if (root < 0.0f) {
            continue;
        }
        float distance = (along - __builtin_sqrtf(root)) / square;
        if (distance > 0.0f && distance < nearest) {
            nearest = distance;
            met = sphere;
        }
    }
    args->out[2 * thread] = met;
    args->out[2 * thread + 1] = (uint32_t)(nearest * 1024.0f);
}
