// matmul: c = a * b for n x n matrices of floats, row by row, in tiles through shared memory.
//
// A block of side x side threads computes one tile of c; side <= 16 and a divisor of n. The products
// of an element are added in order of k, so the result does not depend on the tile.
#include "simt.h"

enum { MAX_SIDE = 16 };

SHARED float tile_a[MAX_SIDE][MAX_SIDE];
SHARED float tile_b[MAX_SIDE][MAX_SIDE];

struct args {
    const float *a;
    const float *b;
    float *c;
    uint32_t n;
};

KERNEL(matmul)(uint32_t thread, const struct args *args) {
    uint32_t side = block_dim_x(), n = args->n;
    uint32_t tx = thread_idx_x(), ty = thread_idx_y();
    uint32_t row = block_idx_y() * side + ty;
    uint32_t column = block_idx_x() * side + tx;

    float sum = 0.0f;
    for (uint32_t base = 0; base < n; base += side) {
        tile_a[ty][tx] = args->a[row * n + base + tx];
        tile_b[ty][tx] = args->b[(base + ty) * n + column];
        block_barrier();
        for (uint32_t k = 0; k < side; k++) {
            sum += tile_a[ty][k] * tile_b[k][tx];
        }
        block_barrier();  // nobody overwrites a tile that is still read
    }
    args->c[row * n + column] = sum;
}
