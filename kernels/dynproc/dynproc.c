// dynproc: the cheapest ways down a wall of numbers, row by row, straight or diagonally, after Rodinia's
// dynproc (later pathfinder): several rows a launch, in tiles of shared memory that shrink from row to row.
//
// A block computes its tile inwards: from row to row it loses a number on both sides, whose neighbours it
// does not know, and the numbers beside its last ones belong to other blocks too (the ghost zone). Threads
// without a number wait; threads of smaller blocks have several. Race-free: barriers part reading from
// writing a number, and no two blocks store the same one.
#include "range.h"

enum { MAX_TILE = 256 };

SHARED uint32_t above[MAX_TILE];
SHARED uint32_t here[MAX_TILE];

struct args {
    const uint32_t *wall;  // all rows x columns
    const uint32_t *from;  // the cheapest way to each number of the row above
    uint32_t *to;          // and to each of this launch's last row
    int32_t columns;
    int32_t row;           // the first one of this launch,
    int32_t rows;          // and how many it has, below tile / 2
    int32_t tile;          // columns of a tile, at most MAX_TILE
};

static inline uint32_t less(uint32_t a, uint32_t b) {
    if (a < b) {
        return a;
    }
    return b;
}

// The cheapest way to the row above a number, at or beside its place.
static inline uint32_t cheapest(int32_t x, struct range columns) {
    int32_t west = x - 1 < columns.first ? columns.first : x - 1;
    int32_t east = x + 1 > columns.last ? columns.last : x + 1;
    return less(less(above[west], above[x]), above[east]);
}

// The columns of a thread.
#define FOR_OWN_COLUMNS(x, tile) for (int32_t x = thread_idx_x(); x < tile; x += block_dim_x())

KERNEL(dynproc)(uint32_t thread, const struct args *args) {
    int32_t tile = args->tile, rows = args->rows, columns = args->columns;
    int32_t left = (int32_t)block_idx_x() * (tile - 2 * rows) - rows;
    struct range wall = on_grid(left, tile, columns);

    FOR_OWN_COLUMNS(x, tile) {
        if (within(x, wall)) {
            above[x] = args->from[left + x];
        }
    }
    block_barrier();
    for (int32_t row = 1; row <= rows; row++) {
        struct range known = {row, tile - 1 - row};
        const uint32_t *costs = args->wall + (args->row + row - 1) * columns + left;
        FOR_OWN_COLUMNS(x, tile) {
            if (within(x, known) && within(x, wall)) {
                here[x] = costs[x] + cheapest(x, wall);
            }
        }
        block_barrier();
        FOR_OWN_COLUMNS(x, tile) {
            if (within(x, known) && within(x, wall)) {
                above[x] = here[x];
            }
        }
        block_barrier();
    }
    struct range computed = {rows, tile - 1 - rows};
    FOR_OWN_COLUMNS(x, tile) {
        if (within(x, computed) && within(x, wall)) {
            args->to[left + x] = above[x];
        }
    }
}
