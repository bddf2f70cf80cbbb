// fwt: the Walsh-Hadamard transform of n = 2^m numbers in place, from distant pairs to neighbours, and the
// product of two transforms, after fastWalshTransform of the CUDA SDK: two stages at a time, a quad of
// numbers a thread, in global memory while parts are longer than shared memory holds, then there.
//
// Threads of smaller blocks have several quads. Race-free: within a stage quads do not overlap, and launches
// or barriers part the stages.
#include "simt.h"

enum { MAX_PART = 2048 };

SHARED float part[MAX_PART];

// Two stages on numbers at four distances from the first.
static inline void quad_stage(float *first, uint32_t distance) {
    float *second = first + distance, *third = second + distance, *fourth = third + distance;
    float even_sum = *first + *third, even_difference = *first - *third;
    float odd_sum = *second + *fourth, odd_difference = *second - *fourth;
    *first = even_sum + odd_sum;
    *second = even_sum - odd_sum;
    *third = even_difference + odd_difference;
    *fourth = even_difference - odd_difference;
}

// The last stage, if their number is odd.
static inline void pair_stage(float *first) {
    float left = first[0], right = first[1];
    first[0] = left + right;
    first[1] = left - right;
}

// The first number of a quad; distances are powers of two.
static inline uint32_t start_of(uint32_t quad, uint32_t distance) {
    uint32_t low = quad & (distance - 1);
    return 4 * (quad - low) + low;
}

struct global_args {
    float *numbers;
    uint32_t count;
    uint32_t distance;
};

KERNEL(fwt_global)(uint32_t thread, const struct global_args *args) {
    if (thread < args->count / 4) {
        quad_stage(args->numbers + start_of(thread, args->distance), args->distance);
    }
}

struct shared_args {
    float *numbers;
    uint32_t length;  // of a part, which a block transforms; a power of two, at most MAX_PART
};

KERNEL(fwt_shared)(uint32_t thread, const struct shared_args *args) {
    uint32_t length = args->length, own = thread_idx_x(), threads = block_dim_x();
    float *numbers = args->numbers + block_idx_x() * length;
    for (uint32_t at = own; at < length; at += threads) {
        part[at] = numbers[at];
    }
    uint32_t distance = length;
    for (distance /= 4; distance > 0; distance /= 4) {
        block_barrier();
        for (uint32_t quad = own; quad < length / 4; quad += threads) {
            quad_stage(part + start_of(quad, distance), distance);
        }
    }
    if (length & 0xaaaaaaaa) {  // an odd power of two
        block_barrier();
        for (uint32_t pair = own; pair < length / 2; pair += threads) {
            pair_stage(part + 2 * pair);
        }
    }
    block_barrier();
    for (uint32_t at = own; at < length; at += threads) {
        numbers[at] = part[at];
    }
}

struct modulate_args {
    float *numbers;
    const float *factors;
    uint32_t count;
    float scale;
};

KERNEL(fwt_modulate)(uint32_t thread, const struct modulate_args *args) {
    if (thread < args->count) {
        args->numbers[thread] *= args->factors[thread] * args->scale;
    }
}
