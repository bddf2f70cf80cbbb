// Linear algebra: blocked matrix product, a step of Gaussian elimination, A^T A x, LU of a block.
#ifndef TILE
#define TILE 4
#endif

__kernel __attribute__((reqd_work_group_size(TILE, TILE, 1)))
void gemm(__global const float *a, __global const float *b, __global float *c, int n, float alpha, float beta) {
    __local float left[TILE][TILE], right[TILE][TILE + 1];
    const int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0), ly = get_local_id(1);
    float sum = 0;
    for (int tile = 0; tile < n / TILE; tile++) {
        left[ly][lx] = a[y * n + tile * TILE + lx];
        right[ly][lx] = b[(tile * TILE + ly) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        #pragma unroll
        for (int k = 0; k < TILE; k++)
            sum += left[ly][k] * right[k][lx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = alpha * sum + beta * c[y * n + x];
}

__kernel void fan1(__global float *m, __global const float *a, int n, int t) {
    const int i = get_global_id(0);
    if (i < n - 1 - t)
        m[n * (i + t + 1) + t] = a[n * (i + t + 1) + t] / a[n * t + t];
}

__kernel void fan2(__global const float *m, __global float *a, __global float *b, int n, int t) {
    const int x = get_global_id(0), y = get_global_id(1);
    if (x < n - 1 - t && y < n - t) {
        a[n * (x + 1 + t) + (y + t)] -= m[n * (x + 1 + t) + t] * a[n * t + (y + t)];
        if (y == 0)
            b[x + 1 + t] -= m[n * (x + 1 + t) + t] * b[t];
    }
}

__kernel void atax1(__global const float *a, __global const float *x, __global float *tmp, int n) {
    const int i = get_global_id(0);
    float sum = 0;
    for (int j = 0; j < n; j++)
        sum = mad(a[i * n + j], x[j], sum);
    tmp[i] = sum;
}

__kernel void atax2(__global const float *a, __global const float *tmp, __global float *y, int n) {
    const int j = get_global_id(0);
    for (int i = 0; i < n; i++)
        y[j] += a[i * n + j] * tmp[i];
}

__kernel void lud_diagonal(__global float *m, __local float *shadow, int n) {
    const int tx = get_local_id(0);
    for (int i = 0; i < n; i++)
        shadow[i * n + tx] = m[i * n + tx];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < n - 1; i++) {
        if (tx > i) {
            for (int j = 0; j < i; j++)
                shadow[tx * n + i] -= shadow[tx * n + j] * shadow[j * n + i];
            shadow[tx * n + i] /= shadow[i * n + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (tx > i)
            for (int j = 0; j < i + 1; j++)
                shadow[(i + 1) * n + tx] -= shadow[(i + 1) * n + j] * shadow[j * n + tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = 0; i < n; i++)
        m[i * n + tx] = shadow[i * n + tx];
}
