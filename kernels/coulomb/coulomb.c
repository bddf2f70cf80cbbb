// coulomb: the electric potential of atoms at the points of a plane, after CP of Parboil and GPGPU-Sim:
// every atom counts, however far away it is, and a thread has several points of a row.
//
// Points of a thread lie as far apart as its block is wide, so that neighbours store neighbours. Race-free:
// a thread has its own points.
#include "simt.h"

enum { POINTS = 8 };  // of a thread

struct atom {
    float x, y;
    float squared_height;  // above the plane
    float charge;
};

struct args {
    const struct atom *atoms;
    float *potential;  // rows x columns; this launch adds to it
    uint32_t columns;  // a multiple of POINTS times the block's width
    uint32_t first;    // atom of this launch,
    uint32_t count;    // and how many it has
    float spacing;     // of points
};

KERNEL(coulomb)(uint32_t thread, const struct args *args) {
    uint32_t width = block_dim_x(), row = block_idx_y() * block_dim_y() + thread_idx_y();
    uint32_t column = block_idx_x() * width * POINTS + thread_idx_x();
    float y = args->spacing * (float)row, x[POINTS], sum[POINTS];
    for (uint32_t point = 0; point < POINTS; point++) {
        x[point] = args->spacing * (float)(column + point * width);
        sum[point] = 0.0f;
    }
    const struct atom *end = args->atoms + args->first + args->count;
    for (const struct atom *atom = args->atoms + args->first; atom < end; atom++) {
        float dy = y - atom->y, squared_dyz = dy * dy + atom->squared_height, charge = atom->charge;
        for (uint32_t point = 0; point < POINTS; point++) {
            float dx = x[point] - atom->x;
            sum[point] += charge * (1.0f / __builtin_sqrtf(dx * dx + squared_dyz));
        }
    }
    float *potential = args->potential + row * args->columns + column;
    for (uint32_t point = 0; point < POINTS; point++) {
        potential[point * width] += sum[point];
    }
}
