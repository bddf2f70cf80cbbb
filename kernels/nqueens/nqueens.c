// nqueens: in how many ways boards on which some rows have their queens can be filled, after NQU of
// GPGPU-Sim: a thread searches one board, with a stack of its own in shared memory, and a block adds up what
// its threads found.
//
// Threads need very different numbers of turns, and in a turn some go down, some up. Threads of smaller
// blocks have several boards. Race-free: stacks and counts of boards belong to one thread, barriers part
// the steps of the sum, and in a step nobody reads what another thread writes.
#include "simt.h"

enum {
    BOARDS = 96,   // of a block
    MAX_ROWS = 10  // that are empty at first
};

// Squares of the next row that are attacked along columns and along both diagonals: a bit a column.
struct attacks {
    uint32_t columns, left, right;
};

struct row {
    struct attacks attacks;
    uint32_t tried;  // squares that are attacked or have had the queen
};

SHARED struct row stacks[BOARDS][MAX_ROWS];
SHARED uint32_t counts[BOARDS];

struct args {
    const uint32_t *columns;  // of every board, as in `struct attacks`
    const uint32_t *left;
    const uint32_t *right;
    uint32_t *solutions;      // of all boards of a block
    uint32_t boards;
    int32_t rows;             // that are empty at first, at most MAX_ROWS
    uint32_t squares;         // a bit for every column
};

static inline struct row begin(struct attacks attacks) {
    return (struct row){attacks, attacks.columns | attacks.left | attacks.right};
}

static inline struct row below(struct attacks above, uint32_t queen) {
    return begin((struct attacks){
        above.columns | queen, (above.left | queen) << 1, (above.right | queen) >> 1});
}

static inline uint32_t solutions(struct attacks first, int32_t rows, uint32_t squares) {
    struct row *stack = stacks[thread_idx_x()];
    uint32_t count = 0;
    stack[0] = begin(first);
    for (int32_t depth = 0; depth >= 0;) {
        struct row *row = &stack[depth];
        uint32_t tried = row->tried, queen = (tried + 1) & ~tried;  // the first square that is left
        if (!(queen & squares)) {
            depth--;
        } else if (depth + 1 == rows) {
            count++;
            depth--;
        } else {
            row->tried = tried | queen;
            row[1] = below(row->attacks, queen);
            depth++;
        }
    }
    return count;
}

// The sum of all counts, in the first one.
static inline void add_up(void) {
    for (uint32_t half = 64; half > 0; half /= 2) {
        block_barrier();
        for (uint32_t i = thread_idx_x(); i < half; i += block_dim_x()) {
            if (i + half < BOARDS) {
                counts[i] += counts[i + half];
            }
        }
    }
}

KERNEL(nqueens)(uint32_t thread, const struct args *args) {
    uint32_t first = block_idx_x() * BOARDS;
    for (uint32_t i = thread_idx_x(); i < BOARDS; i += block_dim_x()) {
        uint32_t board = first + i, count = 0;
        if (board < args->boards) {
            struct attacks attacks = {args->columns[board], args->left[board], args->right[board]};
            count = solutions(attacks, args->rows, args->squares);
        }
        counts[i] = count;
    }
    add_up();
    if (thread_idx_x() == 0) {
        args->solutions[block_idx_x()] = counts[0];
    }
}
