// gaussian: Gaussian elimination without pivoting, after Rodinia's: two launches a step, one for the
// multipliers of the rows below (Fan1), one that subtracts the step's row from them (Fan2).
//
// As in Rodinia, x counts rows and y columns, so the threads of a warp are rows apart. Ever fewer threads
// have an element. Race-free: a launch writes below the step's row, or multipliers, and reads neither what
// it writes nor what other threads do.
#include "simt.h"

struct args {
    float *matrix;       // n x n
    float *right;        // n: the right-hand side
    float *multipliers;  // n x n, those of a step in its column
    uint32_t n;
    uint32_t step;
};

KERNEL(gaussian_multipliers)(uint32_t thread, const struct args *args) {
    uint32_t n = args->n, step = args->step, row = step + 1 + thread;
    if (row < n) {
        args->multipliers[row * n + step] = args->matrix[row * n + step] / args->matrix[step * n + step];
    }
}

KERNEL(gaussian_eliminate)(uint32_t thread, const struct args *args) {
    uint32_t n = args->n, step = args->step;
    uint32_t row = step + 1 + block_idx_x() * block_dim_x() + thread_idx_x();
    uint32_t column = step + block_idx_y() * block_dim_y() + thread_idx_y();
    if (row >= n || column >= n) {
        return;
    }
    float multiplier = args->multipliers[row * n + step];
    args->matrix[row * n + column] -= multiplier * args->matrix[step * n + column];
    if (column == step) {
        args->right[row] -= multiplier * args->right[step];
    }
}
