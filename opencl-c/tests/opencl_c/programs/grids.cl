// Grids: paths of least cost, alignment of sequences, heat, diffusion.
#define IN_RANGE(x, low, high) ((x) >= (low) && (x) <= (high))
#define MIN(a, b) ((a) <= (b) ? (a) : (b))

__kernel void pathfinder(int iteration, __global const int *wall, __global const int *source, __global int *result,
                         int columns, int start, int border, __local int *before, __local int *now) {
    const int width = get_local_size(0), block = get_group_id(0), tx = get_local_id(0);
    const int small = width - 2 * border;
    const int first = small * block - border, last = first + width - 1, x = first + tx;
    const int from = first < 0 ? -first : 0, to = last > columns - 1 ? width - 1 - (last - columns + 1) : width - 1;
    const int west = max(tx - 1, from), east = min(tx + 1, to);
    const bool is_valid = IN_RANGE(tx, from, to);
    if (IN_RANGE(x, 0, columns - 1))
        before[tx] = source[x];
    barrier(CLK_LOCAL_MEM_FENCE);
    bool computed = false;
    for (int i = 0; i < iteration; i++) {
        computed = false;
        if (IN_RANGE(tx, i + 1, width - i - 2) && is_valid) {
            computed = true;
            now[tx] = MIN(MIN(before[west], before[tx]), before[east]) + wall[columns * (start + i) + x];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i == iteration - 1)
            break;
        if (computed)
            before[tx] = now[tx];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (computed)
        result[x] = now[tx];
}

int maximum(int a, int b, int c) {
    const int k = a <= b ? b : a;
    return k <= c ? c : k;
}

// A square of Needleman-Wunsch, along its diagonals.
__kernel void nw(__global const int *reference, __global int *table, int columns, int penalty, __local int *temporary) {
    const int tx = get_local_id(0), size = get_local_size(0), side = size + 1;
    for (int y = 0; y < side; y++)
        temporary[y * side + tx + 1] = table[y * columns + tx + 1];
    for (int y = tx; y < side; y += size)
        temporary[y * side] = table[y * columns];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int m = 0; m < 2 * size - 1; m++) {
        const int x = m < size ? tx + 1 : tx + m - size + 2, y = m < size ? m - tx + 1 : size - tx;
        if (m < size ? tx <= m : tx <= 2 * size - 2 - m)
            temporary[y * side + x] = maximum(temporary[(y - 1) * side + x - 1] + reference[y * columns + x],
                                              temporary[y * side + x - 1] - penalty,
                                              temporary[(y - 1) * side + x] - penalty);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int y = 1; y < side; y++)
        table[y * columns + tx + 1] = temporary[y * side + tx + 1];
}

typedef struct { float capacity, rx, ry, rz, ambient; } heat;

__kernel void hotspot(__global const float *power, __global const float *before, __global float *after, const heat h) {
    const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
    const int at = y * width + x;
    const float c = before[at];
    const float n = y > 0 ? before[at - width] : c, s = y < height - 1 ? before[at + width] : c;
    const float w = x > 0 ? before[at - 1] : c, e = x < width - 1 ? before[at + 1] : c;
    after[at] = c + h.capacity * (power[at] + (s + n - 2.0f * c) * h.ry + (e + w - 2.0f * c) * h.rx + (h.ambient - c) * h.rz);
}

__kernel void srad(__global const float *image, __global float *coefficient, __constant float *q0) {
    const int x = get_global_id(0), y = get_global_id(1), width = get_global_size(0), height = get_global_size(1);
    const int at = mad24(y, width, x);
    const float j = image[at];
    const float4 d = (float4)(image[max(y - 1, 0) * width + x], image[min(y + 1, height - 1) * width + x],
                              image[at - (x > 0)], image[at + (x < width - 1)]) - j;
    const float g2 = dot(d, d) / (j * j), l = (d.x + d.y + d.z + d.w) / j;
    const float num = 0.5f * g2 - (1.0f / 16.0f) * (l * l), den = 1 + 0.25f * l;
    const float q = num / (den * den);
    coefficient[at] = clamp(1.0f / (1.0f + (q - *q0) / (*q0 * (1 + *q0))), 0.0f, 1.0f);
}
