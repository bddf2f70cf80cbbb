// simt.h: what a thread of a kernel may use beyond C (kernel ABI, version 1).
//
// A kernel is a function `void (uint32_t thread, const struct args *args)`: the linear global thread
// id and the argument block, one 4-byte slot per argument in order. Returning ends the thread.
#ifndef HEDDLE_SIMT_H
#define HEDDLE_SIMT_H

#include <stdint.h>

// Defines the kernel that a launch calls `name`.
#define KERNEL(name) __attribute__((used)) void __kernel_##name

// A variable of the block's shared memory, at file scope and not `static`. `tp` points at the block's
// region, so it is a thread-local variable to the compiler. One that is internal to the file and does
// not escape could be turned into a private variable: hence external, but hidden.
#define SHARED __attribute__((visibility("hidden"), tls_model("local-exec"))) _Thread_local

// Ids are constants of a thread, so these reads may be merged and moved (no `volatile`).
#define SIMT_ID(name, csr)                              \
    static inline uint32_t name(void) {                 \
        uint32_t value;                                 \
        __asm__("csrr %0, " #csr : "=r"(value));        \
        return value;                                   \
    }

SIMT_ID(thread_idx_x, 0xcd3)
SIMT_ID(thread_idx_y, 0xcd4)
SIMT_ID(thread_idx_z, 0xcd5)
SIMT_ID(block_idx_x, 0xcd6)
SIMT_ID(block_idx_y, 0xcd7)
SIMT_ID(block_idx_z, 0xcd8)
SIMT_ID(block_dim_x, 0xcd9)
SIMT_ID(block_dim_y, 0xcda)
SIMT_ID(block_dim_z, 0xcdb)
SIMT_ID(grid_dim_x, 0xcdc)
SIMT_ID(grid_dim_y, 0xcdd)
SIMT_ID(grid_dim_z, 0xcde)

#undef SIMT_ID

// Line tables give an inlined instruction the line of the call, not one in this header.
#define SIMT_INSTRUCTION __attribute__((nodebug)) static inline

// Waits for every thread of the block that has not exited; orders their memory accesses.
SIMT_INSTRUCTION void block_barrier(void) {
    __asm__ volatile(".insn i 0x0b, 4, x0, x0, 0" ::: "memory");
}

// The same among the threads of the original warp (fung2009, section 8).
SIMT_INSTRUCTION void warp_barrier(void) {
    __asm__ volatile(".insn i 0x0b, 7, x0, x0, 0" ::: "memory");
}

// Ends this thread at once, from any depth of calls.
__attribute__((noreturn)) SIMT_INSTRUCTION void thread_exit(void) {
    __asm__ volatile(".insn i 0x0b, 0, x0, x0, 0" ::: "memory");
    __builtin_unreachable();
}

#undef SIMT_INSTRUCTION

#endif
