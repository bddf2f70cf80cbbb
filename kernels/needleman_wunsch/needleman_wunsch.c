// needleman_wunsch: the scores of the best global alignments of two sequences, after Rodinia's: tiles of
// the table along its anti-diagonals, a block a tile, a launch a diagonal of tiles.
//
// Within a tile, in shared memory, cells of an anti-diagonal are computed at a time: first by ever more
// threads, then by ever fewer, and a barrier after each. Race-free: a launch reads what earlier ones
// wrote, and each cell is written once.
#include "simt.h"

enum { TILE = 16 };

SHARED int32_t scores[TILE + 1][TILE + 1];  // row and column 0 are those of neighbouring tiles
SHARED int32_t similar[TILE][TILE];

struct args {
    int32_t *scores;           // (n + 1) x (n + 1), row and column 0 given
    const int32_t *similar;    // n x n: of each element of one sequence to each of the other
    uint32_t n;                // a multiple of TILE
    int32_t penalty;           // for an element that is left out
    uint32_t row;              // of the diagonal's lowest tile, in tiles
    uint32_t column;
};

static inline int32_t greater(int32_t a, int32_t b) {
    if (a > b) {
        return a;
    }
    return b;
}

static inline void align(uint32_t row, uint32_t column, int32_t penalty) {
    int32_t both = scores[row - 1][column - 1] + similar[row - 1][column - 1];
    int32_t left_out = greater(scores[row][column - 1], scores[row - 1][column]) - penalty;
    scores[row][column] = greater(both, left_out);
}

// The cells of the tile's anti-diagonals: m + 1 of them for m below TILE, then as many again downwards.
static inline void align_tile(int32_t penalty) {
    for (int32_t m = 0; m < TILE; m++) {
        for (int32_t i = thread_idx_x(); i <= m; i += block_dim_x()) {
            align(m - i + 1, i + 1, penalty);
        }
        block_barrier();
    }
    for (int32_t m = TILE - 2; m >= 0; m--) {
        for (int32_t i = thread_idx_x(); i <= m; i += block_dim_x()) {
            align(TILE - i, i + TILE - m, penalty);
        }
        block_barrier();
    }
}

KERNEL(needleman_wunsch)(uint32_t thread, const struct args *args) {
    uint32_t n = args->n, width = n + 1;
    uint32_t row = (args->row - block_idx_x()) * TILE, column = (args->column + block_idx_x()) * TILE;
    int32_t *corner = args->scores + row * width + column;
    for (uint32_t i = thread_idx_x(); i < TILE; i += block_dim_x()) {
        for (uint32_t j = 0; j < TILE; j++) {
            similar[j][i] = args->similar[(row + j) * n + column + i];
        }
        scores[i + 1][0] = corner[(i + 1) * width];
        scores[0][i + 1] = corner[i + 1];
    }
    if (thread_idx_x() == 0) {
        scores[0][0] = corner[0];
    }
    block_barrier();
    align_tile(args->penalty);
    for (uint32_t i = thread_idx_x(); i < TILE; i += block_dim_x()) {
        for (uint32_t j = 0; j < TILE; j++) {
            corner[(j + 1) * width + i + 1] = scores[j + 1][i + 1];
        }
    }
}
