/* Breadth-first search over a graph in compressed rows: one launch of both kernels visits one level. */

/* Each node of the frontier reaches its neighbours. Several nodes may reach one, and write the same there. */
__kernel void expand(__global const int *first, __global const int *neighbours, __global uchar *frontier,
                     __global uchar *reached, __global const uchar *visited, __global int *level, int nodes) {
    int node = get_global_id(0);
    if (node >= nodes || !frontier[node]) return;
    frontier[node] = 0;
    for (int edge = first[node]; edge < first[node + 1]; edge++) {
        int neighbour = neighbours[edge];
        if (!visited[neighbour]) {
            level[neighbour] = level[node] + 1;
            reached[neighbour] = 1;
        }
    }
}

/* What was reached is the next frontier; `more` says that there is one. */
__kernel void advance(__global uchar *frontier, __global uchar *reached, __global uchar *visited,
                      __global int *more, int nodes) {
    int node = get_global_id(0);
    if (node >= nodes || !reached[node]) return;
    reached[node] = 0;
    frontier[node] = 1;
    visited[node] = 1;
    *more = 1;
}
