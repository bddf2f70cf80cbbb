// Work-item functions. Ids are constants of a thread, so their reads may be merged and moved (no `volatile`).

#define ID(name, csr)                                  \
    static inline uint name(void) {                    \
        uint value;                                    \
        __asm__("csrr %0, " #csr : "=r"(value));       \
        return value;                                  \
    }

ID(thread_x, 0xcd3)
ID(thread_y, 0xcd4)
ID(thread_z, 0xcd5)
ID(block_x, 0xcd6)
ID(block_y, 0xcd7)
ID(block_z, 0xcd8)
ID(block_dim_x, 0xcd9)
ID(block_dim_y, 0xcda)
ID(block_dim_z, 0xcdb)
ID(grid_dim_x, 0xcdc)
ID(grid_dim_y, 0xcdd)
ID(grid_dim_z, 0xcde)

// A word of the hidden arguments (hidden.ll).
uint __heddle_hidden(uint word);

// A function of a dimension; beyond the third it returns what the standard says.
#define OF_DIMENSION(name, x, y, z, beyond)                        \
    size_t __attribute__((overloadable)) name(uint dimension) {    \
        switch (dimension) {                                       \
        case 0: return x;                                          \
        case 1: return y;                                          \
        case 2: return z;                                          \
        default: return beyond;                                    \
        }                                                          \
    }

OF_DIMENSION(get_local_id, thread_x(), thread_y(), thread_z(), 0)
OF_DIMENSION(get_group_id, block_x(), block_y(), block_z(), 0)
OF_DIMENSION(get_local_size, block_dim_x(), block_dim_y(), block_dim_z(), 1)
OF_DIMENSION(get_enqueued_local_size, block_dim_x(), block_dim_y(), block_dim_z(), 1)
OF_DIMENSION(get_num_groups, grid_dim_x(), grid_dim_y(), grid_dim_z(), 1)
OF_DIMENSION(get_global_offset, __heddle_hidden(0), __heddle_hidden(1), __heddle_hidden(2), 0)
OF_DIMENSION(get_global_size, grid_dim_x() * block_dim_x(), grid_dim_y() * block_dim_y(),
             grid_dim_z() * block_dim_z(), 1)
OF_DIMENSION(get_global_id, block_x() * block_dim_x() + thread_x() + __heddle_hidden(0),
             block_y() * block_dim_y() + thread_y() + __heddle_hidden(1),
             block_z() * block_dim_z() + thread_z() + __heddle_hidden(2), 0)

uint __attribute__((overloadable)) get_work_dim(void) {
    return __heddle_hidden(3);
}

// OpenCL C 2.0: ids in the order in which global ids count, without the offset.
size_t __attribute__((overloadable)) get_local_linear_id(void) {
    return (thread_z() * block_dim_y() + thread_y()) * block_dim_x() + thread_x();
}

size_t __attribute__((overloadable)) get_global_linear_id(void) {
    const size_t x = block_x() * block_dim_x() + thread_x();
    const size_t y = block_y() * block_dim_y() + thread_y();
    const size_t z = block_z() * block_dim_z() + thread_z();
    return (z * get_global_size(1) + y) * get_global_size(0) + x;
}
