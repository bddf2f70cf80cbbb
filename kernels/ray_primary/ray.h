// ray.h: rays through the pixels of a picture, and the triangles of a scene that they meet, found by a
// hierarchy of boxes around them.
#ifndef HEDDLE_RAY_H
#define HEDDLE_RAY_H

#include <float.h>
#include <stdbool.h>

#include "simt.h"
#include "vector.h"

// No triangle.
#define NOTHING UINT32_MAX

enum {
    TILE = 4,    // pixels of a row and of a column that consecutive threads have
    DEPTH = 32,  // of a hierarchy, at most: a child has half of the triangles
};

// Triangles are not met where six times the volume between the ray's direction and the two edges is
// less: what rounding makes of the place would leave the boxes.
static const float EDGE_ON = 0x1p-10f;

struct triangle {
    struct vector corner;
    struct vector edges[2];  // from there
};

// A leaf has triangles, from `first` on; another node the children `first` and `first + 1`, of which
// the former lies before the latter along an axis.
struct node {
    struct vector low, high;
    uint32_t first;
    uint32_t triangles;
    uint32_t axis;
};

struct scene {
    const struct triangle *triangles;
    const struct node *nodes;  // the root first
};

// Rays start at the origin, z forwards.
struct picture {
    uint32_t width;   // multiples of TILE
    uint32_t height;
    float left;       // of the pixel (0, 0) at z = 1
    float top;
    float step;       // from pixel to pixel
};

struct ray {
    struct vector origin, direction;
};

struct hit {
    float distance;  // in lengths of the direction
    uint32_t triangle;
};

// The number of the thread's pixel, row by row: tile by tile for a thread after the other.
static inline uint32_t pixel_of(const struct picture *picture, uint32_t thread) {
    uint32_t tile = thread / (TILE * TILE), row = picture->width / TILE;
    uint32_t x = tile % row * TILE + thread % TILE;
    uint32_t y = tile / row * TILE + thread / TILE % TILE;
    return y * picture->width + x;
}

static inline struct ray ray_through(const struct picture *picture, uint32_t pixel) {
    float x = (float)(pixel % picture->width), y = (float)(pixel / picture->width);
    struct vector direction = {picture->left + x * picture->step, picture->top + y * picture->step, 1.0f};
    return (struct ray){{0.0f, 0.0f, 0.0f}, direction};
}

// The distance at which a ray meets a triangle, by Möller and Trumbore; INFINITY if it does not.
static inline float meet(const struct triangle *triangle, const struct ray *ray) {
    struct vector across = cross(ray->direction, triangle->edges[1]);
    float volume = dot(triangle->edges[0], across);
    if (__builtin_fabsf(volume) < EDGE_ON) {
        return __builtin_inff();
    }
    struct vector from = minus(ray->origin, triangle->corner);
    float u = dot(from, across) / volume;
    if (u < 0.0f || u > 1.0f) {
        return __builtin_inff();
    }
    struct vector around = cross(from, triangle->edges[0]);
    float v = dot(ray->direction, around) / volume;
    if (v < 0.0f || u + v > 1.0f) {
        return __builtin_inff();
    }
    float distance = dot(triangle->edges[1], around) / volume;
    return distance > 0.0f ? distance : __builtin_inff();
}

// The distance at which a ray enters the box of a node, INFINITY if it does not. `inverse` holds what
// one is divided by the ray's direction.
static inline float entry(const struct node *node, struct vector origin, struct vector inverse) {
    struct vector low = scaled(minus(node->low, origin), inverse);
    struct vector high = scaled(minus(node->high, origin), inverse);
    struct vector in = least(low, high), out = greatest(low, high);
    float from = __builtin_fmaxf(__builtin_fmaxf(in.x, in.y), __builtin_fmaxf(in.z, 0.0f));
    float to = __builtin_fminf(__builtin_fminf(out.x, out.y), out.z);
    return from <= to ? from : __builtin_inff();
}

// The nearest triangle before `reach`, of equally near ones the first; or any, as soon as one is found.
// Loops are left at their conditions only: who leaves elsewhere does not meet the others before the end.
__attribute__((always_inline)) static inline struct hit trace(const struct scene *scene,
                                                              struct ray ray, float reach, bool any) {
    struct vector d = ray.direction, inverse = {1.0f / d.x, 1.0f / d.y, 1.0f / d.z};
    uint32_t backwards = (d.x < 0.0f) | (d.y < 0.0f) << 1 | (d.z < 0.0f) << 2;  // a bit for each axis
    struct hit hit = {reach, NOTHING};
    uint32_t waiting[DEPTH], count = 0;
    waiting[count++] = 0;
    while (count > 0) {
        const struct node *node = &scene->nodes[waiting[--count]];
        uint32_t end = node->first + node->triangles;
        if (entry(node, ray.origin, inverse) > hit.distance) {
            continue;
        }
        if (node->triangles == 0) {
            uint32_t near = backwards >> node->axis & 1;
            waiting[count++] = node->first + (near ^ 1);
            waiting[count++] = node->first + near;
        }
        for (uint32_t i = node->first; i < end; i++) {
            float distance = meet(&scene->triangles[i], &ray);
            if (distance < hit.distance || (distance == hit.distance && i < hit.triangle)) {
                hit = (struct hit){distance, i};
                if (any) {
                    count = end = 0;
                }
            }
        }
    }
    return hit;
}

// The nearest triangle that a ray of any length meets.
static inline struct hit closest(const struct scene *scene, struct ray ray) {
    return trace(scene, ray, FLT_MAX, false);
}

// Perpendicular to a triangle.
static inline struct vector normal_of(const struct scene *scene, uint32_t triangle) {
    const struct vector *edges = scene->triangles[triangle].edges;
    return cross(edges[0], edges[1]);
}

#endif
