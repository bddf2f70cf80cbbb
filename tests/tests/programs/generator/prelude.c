#include "simt.h"

struct args {
    const uint32_t *in;
    uint32_t *out;
};

// What the functions of a thread see: the common input, the thread's own words of the output, its number in
// the launch, and how many iterations it may still make.
struct thread {
    const uint32_t *in;
    uint32_t *out;
    uint32_t index;
    uint32_t fuel;
};

// A word of the block for each of its threads.
SHARED uint32_t cells[64];

// Whether a loop may go round once more; no loop is endless.
static inline int goes_on(struct thread *t) {
    return t->fuel != 0 && t->fuel-- != 0;
}

// What the thread `step` places further on gives. All threads of the block call it together.
__attribute__((noinline)) static uint32_t exchange(uint32_t value, uint32_t step) {
    const uint32_t place = thread_idx_x(), threads = block_dim_x();
    cells[place] = value;
    block_barrier();
    value = cells[(place + step) % threads];
    block_barrier();
    return value;
}
