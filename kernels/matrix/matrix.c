// matrix: c = a * b for a of m x k and b of k x n floats, row by row, an element of c a thread: the
// product of NVIDIA's example in its tiles of k, but without shared memory, so that all threads read
// both factors through the cache. fung2009's Matrix.
//
// The products of an element are added in order of k, so the result does not depend on the blocks.
#include "simt.h"

enum { TILE = 16 };

struct args {
    const float *a;
    const float *b;
    float *c;
    uint32_t depth;    // columns of a, rows of b; a multiple of TILE
    uint32_t columns;  // of b and c
    uint32_t elements; // of c
};

KERNEL(matrix)(uint32_t thread, const struct args *args) {
    uint32_t depth = args->depth, columns = args->columns;
    uint32_t row = thread / columns, column = thread % columns;
    const float *a = args->a + row * depth, *b = args->b + column;
    float sum = 0.0f;
    for (uint32_t base = 0; base < depth; base += TILE) {
        if (thread < args->elements) {
            for (uint32_t k = 0; k < TILE; k++) {
                sum += a[k] * b[k * columns];
            }
        }
        a += TILE;
        b += TILE * columns;
        block_barrier();  // the block goes through a tile together
    }
    if (thread < args->elements) {
        args->c[thread] = sum;
    }
}
