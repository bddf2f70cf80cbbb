/* y = A' (A x): a row of A for each work-item, then a column. */
__kernel void rows(__global const float *a, __global const float *x, __global float *product, int height, int width) {
    int row = get_global_id(0);
    if (row >= height) return;
    float sum = 0;
    for (int column = 0; column < width; column++) sum += a[row * width + column] * x[column];
    product[row] = sum;
}

__kernel void columns(__global const float *a, __global const float *product, __global float *y, int height,
                      int width) {
    int column = get_global_id(0);
    if (column >= width) return;
    float sum = 0;
    for (int row = 0; row < height; row++) sum += a[row * width + column] * product[row];
    y[column] = sum;
}
