// barriers: kernels whose barriers the compiler would copy into the arms of a branch, were calls not convergent
// (-fconvergent-functions). All of them stand in uniform control flow. Built by scripts/build-kernels
// at -O1, -O2, -O3 and -Os.
#include "simt.h"

#define SIDE 16

struct lud_args {
    float *matrix;
    uint32_t side;
};

SHARED float tile[SIDE][SIDE + 1];

// The diagonal block of Rodinia's LU decomposition: three barriers.
KERNEL(lud)(uint32_t thread, const struct lud_args *args) {
    uint32_t row = thread_idx_x(), side = args->side;
    for (uint32_t i = 0; i < side; i++) {
        tile[row][i] = args->matrix[row * side + i];
    }
    block_barrier();
    for (uint32_t i = 0; i + 1 < side; i++) {
        if (row > i) {
            for (uint32_t j = 0; j < i; j++) {
                tile[row][i] -= tile[row][j] * tile[j][i];
            }
            tile[row][i] /= tile[i][i];
        }
        block_barrier();
        if (row > i) {
            for (uint32_t j = 0; j < i + 1; j++) {
                tile[i + 1][row] -= tile[i + 1][j] * tile[j][row];
            }
        }
        block_barrier();
    }
    for (uint32_t i = 0; i < side; i++) {
        args->matrix[row * side + i] = tile[row][i];
    }
}

#define THREADS 64

struct flagged_args {
    const uint32_t *in;
    uint32_t *out;
};

SHARED uint32_t values[THREADS];

// A flag that is set before the barrier and asked for behind it: one barrier.
KERNEL(flagged)(uint32_t thread, const struct flagged_args *args) {
    uint32_t x = thread_idx_x(), flag = 0;
    if (args->in[thread] & 1) {
        values[x] = x;
        flag = 1;
    }
    block_barrier();
    if (flag) {
        args->out[thread] = values[x ^ 1];
    }
}

#define VERTICES 64

struct bfs_args {
    const uint32_t *offsets;
    const uint32_t *neighbours;
    uint32_t *levels;
    uint32_t vertices;
};

SHARED uint32_t frontier[VERTICES];
SHARED uint32_t is_next[VERTICES];
SHARED uint32_t length;

// Breadth-first search as one block, a level a turn, as in SHOC: three barriers, and the way out is in the middle.
KERNEL(bfs_one_block)(uint32_t thread, const struct bfs_args *args) {
    uint32_t x = thread_idx_x();
    if (x == 0) {
        frontier[0] = 0;
        length = 1;
        args->levels[0] = 0;
    }
    block_barrier();
    for (uint32_t level = 1;; level++) {
        for (uint32_t i = x; i < length; i += block_dim_x()) {
            uint32_t from = frontier[i];
            for (uint32_t edge = args->offsets[from]; edge < args->offsets[from + 1]; edge++) {
                uint32_t to = args->neighbours[edge];
                if (args->levels[to] == UINT32_MAX) {
                    args->levels[to] = level;
                    is_next[to] = 1;
                }
            }
        }
        block_barrier();
        if (x == 0) {
            length = 0;
            for (uint32_t vertex = 0; vertex < args->vertices; vertex++) {
                if (is_next[vertex]) {
                    frontier[length++] = vertex;
                    is_next[vertex] = 0;
                }
            }
        }
        block_barrier();
        if (length == 0) {
            return;
        }
    }
}
