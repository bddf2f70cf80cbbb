// lu: a matrix of floats a block, factored in place into a unit lower and an upper triangle, without
// pivoting: SPLASH-2's blocked LU, which fung2009 ran, with tiles for its blocks. All accesses go
// through the cache; there is no shared memory.
//
// Tiles are dealt to threads in order, whatever the row, and stay with their owners. In a step first
// the tile on the diagonal has something to do, then those in its row and column, then those below
// and to the right: few threads of a warp, and ever fewer. Every element takes its updates in the order
// of the steps, so the result does not depend on who owns it.
#include "simt.h"

enum { SIDE = 3 };  // of a tile

struct tile {
    float at[SIDE][SIDE];
};

struct args {
    float *matrices;  // n x n each, row by row, one after the other
    uint32_t n;       // a multiple of SIDE
};

static struct tile load(const float *from, uint32_t n) {
    struct tile tile;
    for (uint32_t i = 0; i < SIDE; i++) {
        for (uint32_t j = 0; j < SIDE; j++) {
            tile.at[i][j] = from[i * n + j];
        }
    }
    return tile;
}

static void store(float *to, uint32_t n, const struct tile *tile) {
    for (uint32_t i = 0; i < SIDE; i++) {
        for (uint32_t j = 0; j < SIDE; j++) {
            to[i * n + j] = tile->at[i][j];
        }
    }
}

// A tile on the diagonal becomes its two triangles.
static void factor(struct tile *tile) {
    for (uint32_t k = 0; k < SIDE; k++) {
        for (uint32_t i = k + 1; i < SIDE; i++) {
            tile->at[i][k] /= tile->at[k][k];
            for (uint32_t j = k + 1; j < SIDE; j++) {
                tile->at[i][j] -= tile->at[i][k] * tile->at[k][j];
            }
        }
    }
}

// A tile right of the diagonal: by the inverse of the diagonal's lower triangle.
static void divide_by_lower(struct tile *tile, const struct tile *diagonal) {
    for (uint32_t k = 0; k < SIDE; k++) {
        for (uint32_t i = k + 1; i < SIDE; i++) {
            for (uint32_t j = 0; j < SIDE; j++) {
                tile->at[i][j] -= diagonal->at[i][k] * tile->at[k][j];
            }
        }
    }
}

// A tile below the diagonal: by the inverse of the diagonal's upper triangle.
static void divide_by_upper(struct tile *tile, const struct tile *diagonal) {
    for (uint32_t k = 0; k < SIDE; k++) {
        for (uint32_t i = 0; i < SIDE; i++) {
            tile->at[i][k] /= diagonal->at[k][k];
            for (uint32_t j = k + 1; j < SIDE; j++) {
                tile->at[i][j] -= tile->at[i][k] * diagonal->at[k][j];
            }
        }
    }
}

static void subtract_product(struct tile *tile, const struct tile *left, const struct tile *above) {
    for (uint32_t k = 0; k < SIDE; k++) {
        for (uint32_t i = 0; i < SIDE; i++) {
            for (uint32_t j = 0; j < SIDE; j++) {
                tile->at[i][j] -= left->at[i][k] * above->at[k][j];
            }
        }
    }
}

// What a thread does to the tile in a row and column of tiles, in a phase of step k.
typedef void phase(float *matrix, uint32_t n, uint32_t row, uint32_t column, uint32_t k);

static inline float *address(float *matrix, uint32_t n, uint32_t row, uint32_t column) {
    return matrix + (row * n + column) * SIDE;
}

static inline void perimeter(float *matrix, uint32_t n, uint32_t row, uint32_t column, uint32_t k) {
    float *at = address(matrix, n, row, column);
    if (row == k && column > k) {
        struct tile tile = load(at, n), diagonal = load(address(matrix, n, k, k), n);
        divide_by_lower(&tile, &diagonal);
        store(at, n, &tile);
    } else if (column == k && row > k) {
        struct tile tile = load(at, n), diagonal = load(address(matrix, n, k, k), n);
        divide_by_upper(&tile, &diagonal);
        store(at, n, &tile);
    }
}

// The next diagonal is factored by its owner, which saves a phase.
static inline void interior(float *matrix, uint32_t n, uint32_t row, uint32_t column, uint32_t k) {
    if (row > k && column > k) {
        float *at = address(matrix, n, row, column);
        struct tile tile = load(at, n), left = load(address(matrix, n, row, k), n);
        struct tile above = load(address(matrix, n, k, column), n);
        subtract_product(&tile, &left, &above);
        if (row == k + 1 && column == k + 1) {
            factor(&tile);
        }
        store(at, n, &tile);
    }
}

// What precedes the steps: the first diagonal.
static inline void start(float *matrix, uint32_t n) {
    if (thread_idx_x() == 0) {
        struct tile tile = load(matrix, n);
        factor(&tile);
        store(matrix, n, &tile);
    }
}

// A phase on the thread's own tiles; the next phase reads what all threads of the block wrote.
static inline void own_tiles(float *matrix, uint32_t n, uint32_t k, phase *work) {
    uint32_t tiles = n / SIDE, rows = block_dim_x() / tiles, columns = block_dim_x() % tiles;
    uint32_t row = thread_idx_x() / tiles, column = thread_idx_x() % tiles;
    while (row < tiles) {
        work(matrix, n, row, column, k);
        row += rows;
        column += columns;
        if (column >= tiles) {
            column -= tiles;
            row++;
        }
    }
}

static inline float *own_matrix(float *matrices, uint32_t n) {
    return matrices + block_idx_x() * n * n;
}

KERNEL(lu)(uint32_t thread, const struct args *args) {
    uint32_t n = args->n;
    float *matrix = own_matrix(args->matrices, n);
    start(matrix, n);
    block_barrier();
    for (uint32_t k = 0; k + 1 < n / SIDE; k++) {
        own_tiles(matrix, n, k, perimeter);
        block_barrier();
        own_tiles(matrix, n, k, interior);
        block_barrier();
    }
}

// The same without barriers: what lies between two of them is a launch.
struct phase_args {
    float *matrices;
    uint32_t n;
    uint32_t k;  // the step
};

KERNEL(lu_start)(uint32_t thread, const struct args *args) {
    start(own_matrix(args->matrices, args->n), args->n);
}

KERNEL(lu_perimeter)(uint32_t thread, const struct phase_args *args) {
    own_tiles(own_matrix(args->matrices, args->n), args->n, args->k, perimeter);
}

KERNEL(lu_interior)(uint32_t thread, const struct phase_args *args) {
    own_tiles(own_matrix(args->matrices, args->n), args->n, args->k, interior);
}
