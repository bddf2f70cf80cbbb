// bfs: breadth-first search level by level over a graph in compressed sparse rows. Two launches per
// level: bfs_expand marks the neighbours of the frontier, bfs_commit makes the marked ones the next.
//
// Race-free: within a launch a word is either only read, or only touched by one thread, or only
// touched by atomics whose result nobody reads (`next` in bfs_expand).
#include "simt.h"

enum { UNREACHED = 0xffffffff };

struct args {
    const uint32_t *row;   // vertices + 1 offsets into `column`
    const uint32_t *column;
    uint32_t *level;       // distance from the source, UNREACHED at first
    uint32_t *frontier;    // 1 for the vertices of the last level found
    uint32_t *next;        // 1 for those of the level being found
    uint32_t vertices;
    uint32_t depth;        // of the level being found
};

KERNEL(bfs_expand)(uint32_t vertex, const struct args *args) {
    if (vertex >= args->vertices || !args->frontier[vertex]) {
        return;
    }
    uint32_t end = args->row[vertex + 1];
    for (uint32_t edge = args->row[vertex]; edge < end; edge++) {
        uint32_t neighbour = args->column[edge];
        if (args->level[neighbour] == UNREACHED) {
            __atomic_fetch_or(&args->next[neighbour], 1, __ATOMIC_RELAXED);
        }
    }
}

KERNEL(bfs_commit)(uint32_t vertex, const struct args *args) {
    if (vertex >= args->vertices) {
        return;
    }
    uint32_t found = args->next[vertex];
    args->frontier[vertex] = found;
    if (found) {
        args->level[vertex] = args->depth;
        args->next[vertex] = 0;
    }
}
