/* Breadth-first search: the host launches levels until none is left. */
#include "host.h"

enum { NODES = 1500, MOST_EDGES = 6 * NODES, GROUP = 128 };

static int first[NODES + 1], neighbours[MOST_EDGES];

/* Up to five edges from each node, most of them to nodes nearby, so that there are some levels. */
static void make_graph(void) {
    int edges = 0;
    for (int node = 0; node < NODES; node++) {
        first[node] = edges;
        int degree = (int)(random_number() % 6);
        for (int i = 0; i < degree; i++) {
            int step = (int)(random_number() % (random_number() % 16 ? 40 : NODES));
            neighbours[edges++] = (node + step) % NODES;
        }
    }
    first[NODES] = edges;
}

/* Levels with a queue. */
static void search(int *level) {
    static int nodes[NODES];
    int head = 0, tail = 0;
    for (int i = 0; i < NODES; i++) level[i] = -1;
    level[0] = 0;
    nodes[tail++] = 0;
    while (head < tail) {
        int node = nodes[head++];
        for (int edge = first[node]; edge < first[node + 1]; edge++) {
            int neighbour = neighbours[edge];
            if (level[neighbour] >= 0) continue;
            level[neighbour] = level[node] + 1;
            nodes[tail++] = neighbour;
        }
    }
}

int main(int count, char **words) {
    (void)count;
    make_graph();
    static int level[NODES], expected[NODES];
    static cl_uchar source[NODES] = {1}, none[NODES];
    for (int i = 0; i < NODES; i++) level[i] = i ? -1 : 0;
    open_device(0);
    cl_program program = build(words[0], NULL);
    cl_kernel expand = kernel_of(program, "expand"), advance = kernel_of(program, "advance");
    cl_mem rows = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof first, first);
    cl_mem edges = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof neighbours, neighbours);
    cl_mem frontier = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof source, source);
    cl_mem visited = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof source, source);
    cl_mem reached = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof none, none);
    cl_mem levels = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof level, level);
    cl_mem flag = buffer_of(CL_MEM_READ_WRITE, sizeof(cl_int), NULL);
    cl_int nodes = NODES, more;
    cl_mem of_expand[] = {rows, edges, frontier, reached, visited, levels}, of_advance[] = {frontier, reached, visited, flag};
    for (cl_uint i = 0; i < 6; i++) ARGUMENT(expand, i, of_expand[i]);
    for (cl_uint i = 0; i < 4; i++) ARGUMENT(advance, i, of_advance[i]);
    ARGUMENT(expand, 6, nodes);
    ARGUMENT(advance, 4, nodes);
    size_t global = (NODES + GROUP - 1) / GROUP * GROUP, local = GROUP;
    do {
        more = 0;
        OK(clEnqueueWriteBuffer(queue, flag, CL_TRUE, 0, sizeof more, &more, 0, NULL, NULL));
        launch(expand, 1, &global, &local);
        launch(advance, 1, &global, &local);
        read_back(flag, sizeof more, &more);
    } while (more);
    read_back(levels, sizeof level, level);
    search(expected);
    int right = 1;
    for (size_t i = 0; i < NODES; i++) right &= same("level", i, level[i], expected[i]);
    print_hash(level, sizeof level);
    cl_mem buffers[] = {rows, edges, frontier, visited, reached, levels, flag};
    for (size_t i = 0; i < sizeof buffers / sizeof *buffers; i++) OK(clReleaseMemObject(buffers[i]));
    OK(clReleaseKernel(expand));
    OK(clReleaseKernel(advance));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
