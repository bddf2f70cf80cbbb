// hotspot: temperatures of a chip from the power of its parts, after Rodinia's: explicit steps in time
// over a grid of cells, several of them a launch, in tiles of shared memory.
//
// A block loads a tile and computes it inwards: from step to step it loses a cell on every side, whose
// neighbours it does not know, and the cells around the tile's last ones belong to other blocks too (the
// shrinking pyramid). Lanes without a cell wait. In Rodinia a block has a thread for every cell of its
// tile; here threads of smaller blocks have several. Race-free: barriers part reading from writing a
// cell, and no two blocks store the same one.
#include "range.h"

enum { TILE = 16 };

SHARED float now[TILE][TILE];
SHARED float power[TILE][TILE];
SHARED float next[TILE][TILE];

struct args {
    const float *power;  // rows x columns, of each cell
    const float *from;   // temperatures
    float *to;
    int32_t rows;
    int32_t columns;
    int32_t steps;       // of this launch, below TILE / 2
    float rate;          // a step's length over a cell's capacity
    float across;        // conductance to a cell of the same row,
    float along;         // of the same column,
    float out;           // and to the air
    float ambient;       // the air's temperature
};

// A cell of the tile after a step; beyond the border of the grid it is as warm as on it.
static inline float stepped(int32_t y, int32_t x, struct range rows, struct range columns,
                            const struct args *args) {
    int32_t north = y - 1 < rows.first ? rows.first : y - 1;
    int32_t south = y + 1 > rows.last ? rows.last : y + 1;
    int32_t west = x - 1 < columns.first ? columns.first : x - 1;
    int32_t east = x + 1 > columns.last ? columns.last : x + 1;
    float here = now[y][x];
    return here + args->rate * (power[y][x]
        + (now[south][x] + now[north][x] - 2.0f * here) * args->along
        + (now[y][east] + now[y][west] - 2.0f * here) * args->across
        + (args->ambient - here) * args->out);
}

// The cells of a thread, with their places in the tile.
#define FOR_OWN_CELLS(y, x)                                                                     \
    for (int32_t cell = thread_idx_x(), y, x;                                                   \
         cell < TILE * TILE && (y = cell / TILE, x = cell % TILE, 1); cell += block_dim_x())

KERNEL(hotspot)(uint32_t thread, const struct args *args) {
    int32_t inner = TILE - 2 * args->steps;
    int32_t top = (int32_t)block_idx_y() * inner - args->steps;
    int32_t left = (int32_t)block_idx_x() * inner - args->steps;
    struct range rows = on_grid(top, TILE, args->rows);
    struct range columns = on_grid(left, TILE, args->columns);

    FOR_OWN_CELLS(y, x) {
        if (within(y, rows) && within(x, columns)) {
            int32_t at = (top + y) * args->columns + left + x;
            now[y][x] = args->from[at];
            power[y][x] = args->power[at];
        }
    }
    block_barrier();
    for (int32_t step = 1; step <= args->steps; step++) {
        struct range known = {step, TILE - 1 - step};
        FOR_OWN_CELLS(y, x) {
            if (within(y, known) && within(x, known) && within(y, rows) && within(x, columns)) {
                next[y][x] = stepped(y, x, rows, columns, args);
            }
        }
        block_barrier();
        FOR_OWN_CELLS(y, x) {
            if (within(y, known) && within(x, known) && within(y, rows) && within(x, columns)) {
                now[y][x] = next[y][x];
            }
        }
        block_barrier();
    }
    struct range computed = {args->steps, TILE - 1 - args->steps};
    FOR_OWN_CELLS(y, x) {
        if (within(y, computed) && within(x, computed) && within(y, rows) && within(x, columns)) {
            args->to[(top + y) * args->columns + left + x] = now[y][x];
        }
    }
}
