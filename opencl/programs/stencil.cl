/* Half of a cell and an eighth of each neighbour. A group has its cells and those around them in local memory; beyond
 * the border of the grid is its border once more. */
__kernel void relax(__global const float *from, __global float *to, int width, int height) {
    __local float tile[SIDE + 2][SIDE + 2];
    int left = get_group_id(0) * SIDE - 1, top = get_group_id(1) * SIDE - 1;
    int item = get_local_id(1) * SIDE + get_local_id(0);
    for (int cell = item; cell < (SIDE + 2) * (SIDE + 2); cell += SIDE * SIDE) {
        int x = cell % (SIDE + 2), y = cell / (SIDE + 2);
        tile[y][x] = from[clamp(top + y, 0, height - 1) * width + clamp(left + x, 0, width - 1)];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int x = get_local_id(0) + 1, y = get_local_id(1) + 1;
    float around = tile[y - 1][x] + tile[y + 1][x] + tile[y][x - 1] + tile[y][x + 1];
    to[get_global_id(1) * width + get_global_id(0)] = 0.5f * tile[y][x] + 0.125f * around;
}
