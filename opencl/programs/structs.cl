/* Structures as arguments of kernels and functions, as results, and in buffers. */
#include "structs.h"

long sum_of(struct inner inner) {
    return inner.small + inner.wide + inner.list[0] + inner.list[1] + inner.list[2];
}

struct point mirrored(struct point point, int factor) {
    struct point result = {point.y * factor, point.x * factor};
    return result;
}

/* Changes its own copy. */
int used_up(struct settings settings) {
    settings.factor += settings.first;
    settings.inner[1].list[2] = 0;
    return settings.factor + (int)(settings.scale.y + settings.scale.w) + settings.pair.x - settings.pair.y;
}

__kernel void use(char before, struct settings settings, struct point point, __global const struct inner *inputs,
                  __global struct found *all) {
    int item = get_global_id(0);
    struct found found;
    struct point moved = {point.x + item, point.y - item};
    int used = used_up(settings);
    found.sum = sum_of(inputs[item]) * used + sum_of(settings.inner[item & 1]) + before;
    found.point = mirrored(moved, settings.factor);
    found.bytes = sizeof(struct settings) + 1000 * sizeof(struct inner);
    all[item] = found;
}
