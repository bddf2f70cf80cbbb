// particle_filter: follows a bright disk through the frames of a video by particles that guess where it
// is, after Rodinia's. Three launches a frame: particle_move moves every particle and weighs it by the
// pixels around, particle_normalize makes the sum of the weights one and adds them up, and
// particle_resample searches in these sums for the particles to go on with.
//
// Threads part at pixels outside of the frame, where one thread adds for all, and in the search, which
// ends early for some and late for others. Race-free: in a launch threads write places of their own, and
// barriers part the rest. Sums are those of the problem, whatever the blocks are.
#include "exponential.h"

enum { GROUP = 32 };  // particles whose weights are added in shared memory

enum { DARK = 100, BRIGHT = 228 };  // pixels around the disk and in it

SHARED float sums[GROUP];

struct point {
    int32_t x, y;
};

struct place {
    float x, y;
};

struct args {
    const int32_t *video;        // frames x height x width
    const struct point *disk;    // the points of the disk around its centre
    uint32_t *seeds;             // of each particle
    struct place *places;        // of the particles
    struct place *moved;         // the same after the motion, before the choice
    float *weights;
    float *group_weights;        // of GROUP particles each
    float *cumulative;           // weights of a particle and all before it
    float *start;                // of the steps through these, one number
    uint32_t particles;          // a multiple of GROUP
    uint32_t points;             // of the disk
    int32_t width;
    int32_t height;
    uint32_t frame;
};

// Rodinia's generator; a multiple of 2^-24 in [0, 1).
static inline float uniform(uint32_t *seed) {
    *seed = *seed * 1103515245 + 12345;
    return (float)(*seed >> 8) * 0x1p-24f;
}

// Of four uniform numbers: nearly normal, with a deviation of 1.
static inline float normal(uint32_t *seed) {
    float sum = uniform(seed);
    for (uint32_t i = 1; i < 4; i++) {
        sum += uniform(seed);
    }
    return (sum - 2.0f) * 1.73205081f;
}

// How much the pixels look like the disk rather than like what surrounds it. All is dark outside.
static inline float likelihood(const struct args *args, struct place at) {
    int32_t width = args->width, height = args->height;
    const int32_t *frame = args->video + args->frame * height * width;
    int32_t centre_x = (int32_t)at.x, centre_y = (int32_t)at.y;
    float sum = 0.0f;
    for (uint32_t i = 0; i < args->points; i++) {
        int32_t x = centre_x + args->disk[i].x, y = centre_y + args->disk[i].y;
        int32_t pixel = DARK;
        if (x >= 0 && y >= 0 && x < width && y < height) {
            pixel = frame[y * width + x];
        }
        float dark = (float)(pixel - DARK), bright = (float)(pixel - BRIGHT);
        sum += dark * dark - bright * bright;
    }
    return sum / (float)args->points / 1000.0f;
}

static inline float moved_weight(const struct args *args, uint32_t particle) {
    uint32_t seed = args->seeds[particle];
    struct place at = args->places[particle];
    at.x = at.x + 1.0f + 5.0f * normal(&seed);
    at.y = at.y - 2.0f + 2.0f * normal(&seed);
    args->seeds[particle] = seed;
    args->moved[particle] = at;
    return exponential(likelihood(args, at)) / (float)args->particles;
}

// A block a group.
KERNEL(particle_move)(uint32_t thread, const struct args *args) {
    uint32_t first = block_idx_x() * GROUP;
    for (uint32_t i = thread_idx_x(); i < GROUP; i += block_dim_x()) {
        sums[i] = args->weights[first + i] = moved_weight(args, first + i);
    }
    block_barrier();
    for (uint32_t half = GROUP / 2; half > 0; half >>= 1) {
        for (uint32_t i = thread_idx_x(); i < half; i += block_dim_x()) {
            sums[i] += sums[i + half];
        }
        block_barrier();
    }
    if (thread_idx_x() == 0) {
        args->group_weights[block_idx_x()] = sums[0];
    }
}

// One block.
KERNEL(particle_normalize)(uint32_t thread, const struct args *args) {
    if (thread == 0) {
        float sum = 0.0f;
        for (uint32_t group = 0; group < args->particles / GROUP; group++) {
            sum += args->group_weights[group];
        }
        sums[0] = sum;
    }
    block_barrier();
    float sum = sums[0];
    for (uint32_t i = thread; i < args->particles; i += block_dim_x()) {
        args->weights[i] = args->weights[i] / sum;
    }
    block_barrier();
    if (thread == 0) {
        float before = 0.0f;
        for (uint32_t i = 0; i < args->particles; i++) {
            before += args->weights[i];
            args->cumulative[i] = before;
        }
        uint32_t seed = args->seeds[0];
        *args->start = uniform(&seed) / (float)args->particles;
        args->seeds[0] = seed;
    }
}

KERNEL(particle_resample)(uint32_t thread, const struct args *args) {
    uint32_t particles = args->particles;
    if (thread >= particles) {
        return;
    }
    float sought = *args->start + (float)thread / (float)particles;
    uint32_t last = particles - 1, found = 0;
    while (found < last && args->cumulative[found] < sought) {
        found++;
    }
    args->places[thread] = args->moved[found];
}
