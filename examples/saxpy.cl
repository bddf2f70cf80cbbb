/* y = a x + y, in the work-items whose element is positive only: the others diverge. */
__kernel void saxpy(__global float *y, __global const float *x, float a, uint count) {
    size_t i = get_global_id(0);
    if (i < count && x[i] > 0.0f)
        y[i] += a * x[i];
}
