typedef uint uint32_t;
typedef int int32_t;

#define GLOBAL __global
#define LOCAL __local
#define NOINLINE

#define thread_idx_x() ((uint32_t)get_local_id(0))
#define block_idx_x() ((uint32_t)get_group_id(0))
#define block_dim_x() ((uint32_t)get_local_size(0))
#define block_barrier() barrier(CLK_LOCAL_MEM_FENCE)

// Words of the block: two for each of its threads.
#define CELLS 128

// A kernel, whose body begins with its parameters.
#define BARRIER_KERNEL(name) __kernel void name(__global const uint32_t *in, __global uint32_t *out)
#define PARAMETERS                                        \
    __local uint32_t cells[CELLS];                        \
    const uint32_t index = (uint32_t)get_global_id(0);
