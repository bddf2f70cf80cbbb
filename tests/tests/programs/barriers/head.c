#include "simt.h"

#define GLOBAL
#define LOCAL
#define NOINLINE __attribute__((noinline))

// Words of the block: two for each of its threads.
#define CELLS 128
SHARED uint32_t block_cells[CELLS];

struct args {
    const uint32_t *in;
    uint32_t *out;
};

// A kernel, whose body begins with its parameters.
#define BARRIER_KERNEL(name) KERNEL(name)(uint32_t index, const struct args *args)
#define PARAMETERS                   \
    const uint32_t *in = args->in;   \
    uint32_t *out = args->out;       \
    uint32_t *cells = block_cells;
