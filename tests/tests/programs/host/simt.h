// simt.h for the host: the same names as kernels/include/simt.h, for threads that run.c runs as coroutines.
#ifndef HEDDLE_SIMT_H
#define HEDDLE_SIMT_H

#include <stdint.h>

struct args;
typedef void kernel(uint32_t thread, const struct args *args);

// Where the thread that runs now stands.
struct ids {
    uint32_t thread, block, threads, blocks;
};
extern struct ids ids;

void add_kernel(const char *name, kernel *function);

#define KERNEL(name)                                               \
    static kernel kernel_##name;                                   \
    __attribute__((constructor)) static void add_##name(void) {    \
        add_kernel(#name, kernel_##name);                          \
    }                                                              \
    static void kernel_##name

// One block runs at a time.
#define SHARED

static inline uint32_t thread_idx_x(void) { return ids.thread; }
static inline uint32_t block_idx_x(void) { return ids.block; }
static inline uint32_t block_dim_x(void) { return ids.threads; }
static inline uint32_t grid_dim_x(void) { return ids.blocks; }

void block_barrier(void);
__attribute__((noreturn)) void thread_exit(void);

#endif
