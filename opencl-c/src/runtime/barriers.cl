// Barriers and fences. A barrier is an instruction of ours (kernel ABI); it orders all memory accesses, so which
// memory is meant does not matter.

void __attribute__((overloadable)) barrier(cl_mem_fence_flags flags) {
    __asm__ volatile(".insn i 0x0b, 4, x0, x0, 0" ::: "memory");
}

void __attribute__((overloadable)) work_group_barrier(cl_mem_fence_flags flags) {
    barrier(flags);
}

// The memory of a machine is one, so the scope does not matter either.
void __attribute__((overloadable)) work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
    barrier(flags);
}

void __attribute__((overloadable)) mem_fence(cl_mem_fence_flags flags) {
    __asm__ volatile("fence rw, rw" ::: "memory");
}

void __attribute__((overloadable)) read_mem_fence(cl_mem_fence_flags flags) {
    __asm__ volatile("fence r, r" ::: "memory");
}

void __attribute__((overloadable)) write_mem_fence(cl_mem_fence_flags flags) {
    __asm__ volatile("fence w, w" ::: "memory");
}

void __attribute__((overloadable)) atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order,
                                                          memory_scope scope) {
    mem_fence(flags);
}
