// ray_ao: ambient occlusion, a thread a pixel: where its ray meets a triangle, how many of some short
// rays in random directions away from it meet none. They go apart at once, and end at the first triangle.
#include "ray.h"

// How far above a triangle the short rays start.
static const float LIFT = 0x1p-10f;

struct args {
    uint32_t *open;  // short rays that meet nothing, height x width, row by row
    struct scene scene;
    struct picture picture;
    uint32_t samples;  // short rays
    float reach;       // their length
};

// The next number of PCG's 32-bit generator with output permutation RXS M XS (Jarzynski and Olano, Hash
// Functions for GPU Rendering, 2020).
static inline uint32_t random_word(uint32_t *state) {
    *state = *state * 747796405u + 2891336453u;
    uint32_t word = (*state >> ((*state >> 28) + 4) ^ *state) * 277803737u;
    return word >> 22 ^ word;
}

// A multiple of 2^-23 in [-1, 1).
static inline float random_component(uint32_t *state) {
    return (float)((int32_t)random_word(state) >> 8) * 0x1p-23f;
}

// Of length 1, on the side of the normal: points of a cube until one lies in the ball.
static inline struct vector random_direction(uint32_t *state, struct vector normal) {
    struct vector point;
    float square;
    do {
        point.x = random_component(state);
        point.y = random_component(state);
        point.z = random_component(state);
        square = dot(point, point);
    } while (square > 1.0f || square == 0.0f);
    float factor = 1.0f / __builtin_sqrtf(square);
    return times(point, dot(point, normal) < 0.0f ? -factor : factor);
}

// Of length 1, towards where the ray comes from.
static inline struct vector towards(struct ray ray, struct vector normal) {
    float factor = 1.0f / __builtin_sqrtf(dot(normal, normal));
    return times(normal, dot(normal, ray.direction) > 0.0f ? -factor : factor);
}

KERNEL(ray_ao)(uint32_t thread, const struct args *args) {
    struct picture picture = args->picture;
    if (thread >= picture.width * picture.height) {
        return;
    }
    struct scene scene = args->scene;
    uint32_t pixel = pixel_of(&picture, thread);
    struct ray ray = ray_through(&picture, pixel);
    struct hit hit = closest(&scene, ray);
    uint32_t open = args->samples;
    if (hit.triangle != NOTHING) {
        struct vector normal = towards(ray, normal_of(&scene, hit.triangle));
        struct vector point = plus(ray.origin, times(ray.direction, hit.distance));
        struct vector above = plus(point, times(normal, LIFT));
        uint32_t state = pixel;
        for (uint32_t sample = 0; sample < args->samples; sample++) {
            struct ray away = {above, random_direction(&state, normal)};
            open -= trace(&scene, away, args->reach, true).triangle != NOTHING;
        }
    }
    args->open[pixel] = open;
}
