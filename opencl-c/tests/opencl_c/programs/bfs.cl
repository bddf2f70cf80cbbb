// A level of breadth-first search over a graph in rows; nodes are structures.
typedef struct { int first; int edges; } node;

__kernel void visit(__global const node *nodes, __global const int *targets, __global char *frontier,
                    __global char *next, __global const char *visited, __global int *cost, int count) {
    const int i = get_global_id(0);
    if (i < count && frontier[i]) {
        frontier[i] = false;
        for (int edge = nodes[i].first; edge < nodes[i].first + nodes[i].edges; edge++) {
            const int target = targets[edge];
            if (!visited[target]) {
                cost[target] = cost[i] + 1;
                next[target] = true;
            }
        }
    }
}

__kernel void advance(__global char *frontier, __global char *next, __global char *visited, __global char *again, int count) {
    const int i = get_global_id(0);
    if (i < count && next[i]) {
        frontier[i] = true;
        visited[i] = true;
        *again = true;
        next[i] = false;
    }
}
