// The nearest of twelve centres to each of two points in four dimensions, and how often it changed.
#include "regime.h"

enum { POINTS = 2, CENTRES = 12, DIMENSIONS = 4 };

KERNEL(kmeans)(uint32_t thread, const struct args *args) {
    for (uint32_t point = 0; point < POINTS; point++) {
        uint32_t nearest = 0, changes = 0, at = (point * threads_of_launch() + thread) * DIMENSIONS;
        float least = 4.0f;
        for (uint32_t centre = 0; centre < CENTRES; centre++) {
            float distance = 0.0f;
            for (uint32_t axis = 0; axis < DIMENSIONS; axis++) {
                float side = unit(word(args, at + axis)) - unit(word(args, centre * DIMENSIONS + axis + 77));
                distance += side * side;
            }
            if (distance < least) {
                least = distance;
                nearest = centre;
                changes++;
            }
        }
        args->out[point * threads_of_launch() + thread] = nearest * 256 + changes;
    }
}
