/* C = alpha A B + beta C in tiles, which the host chooses with -DTILE. */
__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm(__global const float *a, __global const float *b, __global float *c, float alpha, float beta, int columns,
          int inner) {
    __local float of_a[TILE][TILE], of_b[TILE][TILE];
    int x = get_local_id(0), y = get_local_id(1);
    int column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (int start = 0; start < inner; start += TILE) {
        of_a[y][x] = a[row * inner + start + x];
        of_b[y][x] = b[(start + y) * columns + column];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < TILE; k++) sum += of_a[y][k] * of_b[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[row * columns + column] = alpha * sum + beta * c[row * columns + column];
}
