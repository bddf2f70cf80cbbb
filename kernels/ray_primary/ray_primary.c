// ray_primary: ray tracing with primary rays, a thread a pixel: the nearest triangle, and how much of the
// light of a lamp at the eye it sends back. Neighbouring rays part where they meet different boxes.
#include "ray.h"

struct args {
    float *shade;  // height x width, row by row
    struct scene scene;
    struct picture picture;
};

KERNEL(ray_primary)(uint32_t thread, const struct args *args) {
    struct picture picture = args->picture;
    if (thread >= picture.width * picture.height) {
        return;
    }
    struct scene scene = args->scene;
    uint32_t pixel = pixel_of(&picture, thread);
    struct ray ray = ray_through(&picture, pixel);
    struct hit hit = closest(&scene, ray);
    float shade = 0.0f;
    if (hit.triangle != NOTHING) {
        struct vector normal = normal_of(&scene, hit.triangle);
        float squares = dot(normal, normal) * dot(ray.direction, ray.direction);
        shade = __builtin_fabsf(dot(normal, ray.direction)) / __builtin_sqrtf(squares);
    }
    args->shade[pixel] = shade;
}
