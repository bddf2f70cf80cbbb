// lavamd: potentials and forces of particles from those within reach, after Rodinia's lavaMD: space is
// cut into boxes as wide as the reach, a box a block, and a box sees itself and its neighbours.
//
// A particle of the box has a thread of the block; lanes of the last warp that are left over wait. Threads
// of smaller blocks have several. Race-free: a thread keeps to its own particles but for those of a
// neighbour in shared memory, and barriers part loading these from their use.
#include "exponential.h"

enum { MAX_PARTICLES = 100 };

struct particle {
    float v, x, y, z;
};

SHARED struct particle own[MAX_PARTICLES];
SHARED struct particle others[MAX_PARTICLES];
SHARED float charges[MAX_PARTICLES];

struct args {
    const struct particle *particles;  // of the boxes one after the other, x fastest
    const float *charge;               // of each particle
    struct particle *felt;             // potential in v, force in x, y and z; zero at first
    int32_t columns, rows, layers;     // boxes along the axes
    uint32_t count;                    // particles of a box, at most MAX_PARTICLES
    float falloff;                     // with the square of the distance
};

// What `other` adds to what `at` feels.
static inline void add(struct particle *felt, struct particle at, struct particle other, float charge,
                       float falloff) {
    float product = at.x * other.x + at.y * other.y + at.z * other.z;
    float potential = exponential(-(falloff * (at.v + other.v - product)));
    float force = 2.0f * potential;
    felt->v += charge * potential;
    felt->x += charge * (force * (at.x - other.x));
    felt->y += charge * (force * (at.y - other.y));
    felt->z += charge * (force * (at.z - other.z));
}

static inline void interact(const struct args *args, struct particle *felt) {
    uint32_t count = args->count;
    float falloff = args->falloff;
    for (uint32_t i = thread_idx_x(); i < count; i += block_dim_x()) {
        struct particle sum = felt[i], at = own[i];
        for (uint32_t j = 0; j < count; j++) {
            add(&sum, at, others[j], charges[j], falloff);
        }
        felt[i] = sum;
    }
}

// The box at x, y, z acts on the block's own one, if there is one.
static inline void visit(const struct args *args, struct particle *felt, int32_t x, int32_t y, int32_t z) {
    int32_t columns = args->columns, rows = args->rows;
    if (x < 0 || y < 0 || z < 0 || x >= columns || y >= rows || z >= args->layers) {
        return;
    }
    uint32_t count = args->count, first = ((z * rows + y) * columns + x) * count;
    for (uint32_t i = thread_idx_x(); i < count; i += block_dim_x()) {
        others[i] = args->particles[first + i];
        charges[i] = args->charge[first + i];
    }
    block_barrier();
    interact(args, felt);
    block_barrier();
}

KERNEL(lavamd)(uint32_t thread, const struct args *args) {
    uint32_t first = block_idx_x() * args->count;
    for (uint32_t i = thread_idx_x(); i < args->count; i += block_dim_x()) {
        own[i] = args->particles[first + i];
    }
    int32_t box = block_idx_x(), columns = args->columns, rows = args->rows;
    int32_t x = box % columns, y = box / columns % rows, z = box / columns / rows;
    for (int32_t neighbour = 0; neighbour < 27; neighbour++) {
        int32_t dx = neighbour % 3 - 1, dy = neighbour / 3 % 3 - 1, dz = neighbour / 9 - 1;
        visit(args, args->felt + first, x + dx, y + dy, z + dz);
    }
}
