// Five levels of a breadth-first search from the first vertex of a block, a thread for each vertex. Degrees are 1 to 8;
// neighbours are found in one step, and become the next level in another.
#include "regime.h"

enum { LEVELS = 5 };

SHARED uint32_t levels[MOST_THREADS], marked[MOST_THREADS];

KERNEL(bfs)(uint32_t thread, const struct args *args) {
    uint32_t vertex = thread_idx_x(), vertices = block_dim_x();
    levels[vertex] = vertex == 0;
    marked[vertex] = 0;
    block_barrier();
    for (uint32_t level = 1; level <= LEVELS; level++) {
        if (levels[vertex] == level) {
            uint32_t row = word(args, thread), end = row + 1 + (row >> 20) % 8;
            for (uint32_t edge = row; edge != end; edge++) {
                uint32_t neighbour = word(args, edge) % vertices;
                if (levels[neighbour] == 0) {
                    marked[neighbour] = 1;
                }
            }
        }
        block_barrier();
        if (marked[vertex] && levels[vertex] == 0) {
            levels[vertex] = level + 1;
        }
        block_barrier();
    }
    args->out[thread] = levels[vertex];
}
