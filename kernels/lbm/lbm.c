// lbm: a time step of the lattice Boltzmann method in three dimensions with 19 velocities, a cell a
// thread: the step of SPEC's 470.lbm, which fung2009 ran. Obstacles throw back what reaches them,
// accelerated cells have a velocity of their own, so threads diverge; but memory is what limits.
//
// The 19 densities of a cell lie side by side, as in SPEC's code. A thread reads those of its cell in
// one lattice and sends what leaves it to its neighbours in the other; nobody else writes there.
// Boundaries are helical: rows follow each other, layers too, and the last cell is before the first.
#include "simt.h"

enum { VELOCITIES = 19 };

enum kind { FLUID, OBSTACLE, ACCELERATED };

// Of the cells reached in a time step. Opposite ones stand side by side, behind rest.
static const int8_t velocity[VELOCITIES][3] = {
    {0, 0, 0},
    {1, 0, 0},  {-1, 0, 0},  {0, 1, 0},  {0, -1, 0},  {0, 0, 1},  {0, 0, -1},
    {1, 1, 0},  {-1, -1, 0}, {1, -1, 0}, {-1, 1, 0},  {1, 0, 1},  {-1, 0, -1},
    {1, 0, -1}, {-1, 0, 1},  {0, 1, 1},  {0, -1, -1}, {0, 1, -1}, {0, -1, 1},
};

struct args {
    const float *from;     // VELOCITIES a cell
    float *to;
    const uint32_t *kind;  // of each cell
    uint32_t cells;        // a power of two
    uint32_t row;          // cells of a row
    uint32_t layer;        // cells of a layer
};

// Sends a density of a cell to where its velocity leads.
static inline void send(const struct args *args, uint32_t cell, uint32_t i, float density) {
    const int8_t *v = velocity[i];
    uint32_t neighbour = cell + v[0] + v[1] * args->row + v[2] * args->layer;
    args->to[(neighbour & (args->cells - 1)) * VELOCITIES + i] = density;
}

// The sum over the axes of what lies along velocity i.
static inline float along(uint32_t i, const float flow[3]) {
    float sum = 0.0f;
    for (uint32_t axis = 0; axis < 3; axis++) {
        if (velocity[i][axis] > 0) {
            sum += flow[axis];
        } else if (velocity[i][axis] < 0) {
            sum -= flow[axis];
        }
    }
    return sum;
}

// The velocity of all together.
static inline void mean(const float density[VELOCITIES], float mass, float flow[3]) {
    for (uint32_t axis = 0; axis < 3; axis++) {
        float sum = 0.0f;
        for (uint32_t i = 1; i < VELOCITIES; i++) {
            if (velocity[i][axis] > 0) {
                sum += density[i];
            } else if (velocity[i][axis] < 0) {
                sum -= density[i];
            }
        }
        flow[axis] = sum / mass;
    }
}

// The densities come nearer to those of the equilibrium, by the share OMEGA.
static inline void collide(const struct args *args, uint32_t cell, uint32_t kind,
                           const float density[VELOCITIES]) {
    const float OMEGA = 1.95f;
    float mass = 0.0f, flow[3];
    for (uint32_t i = 0; i < VELOCITIES; i++) {
        mass += density[i];
    }
    mean(density, mass, flow);
    if (kind == ACCELERATED) {
        flow[0] = 0.005f;
        flow[1] = 0.002f;
        flow[2] = 0.0f;
    }
    float squares = flow[0] * flow[0] + flow[1] * flow[1] + flow[2] * flow[2];
    float less = 1.5f * squares - 1.0f;
    for (uint32_t i = 0; i < VELOCITIES; i++) {
        float share = i == 0 ? OMEGA / 3.0f : i < 7 ? OMEGA / 18.0f : OMEGA / 36.0f;
        float speed = along(i, flow);
        float equal = share * mass * (speed * (4.5f * speed + 3.0f) - less);
        send(args, cell, i, (1.0f - OMEGA) * density[i] + equal);
    }
}

KERNEL(lbm)(uint32_t cell, const struct args *args) {
    if (cell >= args->cells) {
        return;
    }
    struct args own = *args;  // stores to a lattice do not change them
    float density[VELOCITIES];
    for (uint32_t i = 0; i < VELOCITIES; i++) {
        density[i] = own.from[cell * VELOCITIES + i];
    }
    uint32_t kind = own.kind[cell];
    if (kind == OBSTACLE) {
        send(&own, cell, 0, density[0]);
        for (uint32_t i = 1; i < VELOCITIES; i++) {
            send(&own, cell, ((i - 1) ^ 1) + 1, density[i]);
        }
    } else {
        collide(&own, cell, kind, density);
    }
}
