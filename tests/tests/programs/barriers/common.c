
// What the functions of a thread see: the common input, the thread's own words of the output, its number in
// the launch, and how many iterations its divergent loops may still make.
struct thread {
    GLOBAL const uint32_t *in;
    GLOBAL uint32_t *out;
    uint32_t index;
    uint32_t fuel;
};

// Whether a divergent loop may go round once more; no loop is endless.
static inline int goes_on(struct thread *t) {
    return t->fuel != 0 && t->fuel-- != 0;
}

// The half of the cells that is in use, with a slot for each thread. A thread writes to its own slot, and others read that
// after a barrier. The halves take turns, so that one barrier is enough: who writes to a half again has met all of its
// readers at the barrier of the other half.
#define SLOTS (cells + CELLS / 2 * (turn & 1))

// What the thread `step` places further on gives. All threads of the block call it together.
static uint32_t exchange(LOCAL uint32_t *slots, uint32_t value, uint32_t step) {
    const uint32_t place = thread_idx_x(), threads = block_dim_x();
    slots[place] = value;
    block_barrier();
    value = slots[(place + step) % threads];
    block_barrier();
    return value;
}
