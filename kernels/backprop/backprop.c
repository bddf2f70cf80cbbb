// backprop: a layer of a neural network and its back propagation, after Rodinia's: 16 units that all inputs
// lead to, weighted. backprop_forward adds up what 16 inputs at a time bring to every unit, by a tree in
// shared memory; backprop_adjust changes the weights by the errors of the units.
//
// A block has 16 inputs with all their weights, a thread a weight; threads of smaller blocks have several.
// As in Rodinia, input 0 is always 1, and column 0 of the weights is unused, so their rows are not aligned.
// Race-free: barriers part the steps of the tree, in a step nobody reads what another thread writes, and
// weights belong to one thread.
#include "simt.h"

enum {
    INPUTS = 16,  // of a block
    UNITS = 16
};

SHARED float inputs[INPUTS];
SHARED float products[INPUTS][UNITS];

// The weights of a thread: the input, from 0 in the block, and the unit.
#define FOR_OWN_WEIGHTS(input, unit)                                                            \
    for (uint32_t weight = thread_idx_y() * block_dim_x() + thread_idx_x(), input, unit;        \
         weight < INPUTS * UNITS && (input = weight / UNITS, unit = weight % UNITS, 1);         \
         weight += block_dim_x() * block_dim_y())

// The block's first input.
static inline uint32_t first_input(void) {
    return 1 + block_idx_y() * INPUTS;
}

static inline uint32_t place(uint32_t input, uint32_t unit) {
    return input * (1 + UNITS) + 1 + unit;
}

struct forward_args {
    const float *inputs;
    const float *weights;  // inputs x (1 + UNITS)
    float *sums;           // of the inputs of every block, x UNITS
};

KERNEL(backprop_forward)(uint32_t thread, const struct forward_args *args) {
    uint32_t first = first_input();
    FOR_OWN_WEIGHTS(input, unit) {
        if (unit == 0) {
            inputs[input] = args->inputs[first + input];
        }
    }
    block_barrier();
    FOR_OWN_WEIGHTS(input, unit) {
        products[input][unit] = args->weights[place(first + input, unit)] * inputs[input];
    }
    for (uint32_t half = 1; half < INPUTS; half *= 2) {
        block_barrier();
        FOR_OWN_WEIGHTS(input, unit) {
            if (input % (2 * half) == 0) {
                products[input][unit] += products[input + half][unit];
            }
        }
    }
    block_barrier();
    float *sums = args->sums + block_idx_y() * UNITS;
    FOR_OWN_WEIGHTS(row, column) {
        if (column == 0) {  // Rodinia's choice of threads: one of each row
            sums[row] = products[0][row];
        }
    }
}

struct adjust_args {
    const float *inputs;
    const float *errors;  // of every unit
    float *weights;       // inputs x (1 + UNITS)
    float *changes;       // likewise: those before these, and then these
    float rate;
    float momentum;       // of the changes before these
};

static inline void adjust(const struct adjust_args *args, uint32_t input, uint32_t unit) {
    uint32_t at = place(input, unit);
    float slope = args->rate * args->errors[unit] * args->inputs[input];
    float change = slope + args->momentum * args->changes[at];
    args->weights[at] += change;
    args->changes[at] = change;
}

KERNEL(backprop_adjust)(uint32_t thread, const struct adjust_args *args) {
    uint32_t first = first_input();
    FOR_OWN_WEIGHTS(input, unit) {
        adjust(args, first + input, unit);
        if (block_idx_y() == 0 && input == 0) {
            adjust(args, 0, unit);
        }
    }
}
