/* Product of matrices in tiles of local memory. Elements are small multiples of 1/4, so that each sum is exact in
 * whatever order, fused or not. */
#include "host.h"

enum { ROWS = 48, COLUMNS = 64, INNER = 32, TILE = 8 };

static float a[ROWS * INNER], b[INNER * COLUMNS], c[ROWS * COLUMNS], expected[ROWS * COLUMNS];

static float element(void) {
    return ((int)(random_number() % 33) - 16) / 4.0f;
}

static void multiply(float alpha, float beta) {
    for (int i = 0; i < ROWS; i++)
        for (int j = 0; j < COLUMNS; j++) {
            float sum = 0;
            for (int k = 0; k < INNER; k++) sum += a[i * INNER + k] * b[k * COLUMNS + j];
            expected[i * COLUMNS + j] = alpha * sum + beta * c[i * COLUMNS + j];
        }
}

int main(int count, char **words) {
    (void)count;
    for (int i = 0; i < ROWS * INNER; i++) a[i] = element();
    for (int i = 0; i < INNER * COLUMNS; i++) b[i] = element();
    for (int i = 0; i < ROWS * COLUMNS; i++) c[i] = element();
    cl_float alpha = 1.5f, beta = -2;
    multiply(alpha, beta);
    open_device(0);
    char options[32];
    snprintf(options, sizeof options, "-DTILE=%d", TILE);
    cl_program program = build(words[0], options);
    cl_kernel gemm = kernel_of(program, "gemm");
    cl_mem of_a = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof a, a);
    cl_mem of_b = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof b, b);
    cl_mem of_c = buffer_of(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof c, c);
    cl_int columns = COLUMNS, inner = INNER;
    ARGUMENT(gemm, 0, of_a);
    ARGUMENT(gemm, 1, of_b);
    ARGUMENT(gemm, 2, of_c);
    ARGUMENT(gemm, 3, alpha);
    ARGUMENT(gemm, 4, beta);
    ARGUMENT(gemm, 5, columns);
    ARGUMENT(gemm, 6, inner);
    launch(gemm, 2, (size_t[]){COLUMNS, ROWS}, (size_t[]){TILE, TILE});
    read_back(of_c, sizeof c, c);
    int right = 1;
    for (size_t i = 0; i < ROWS * COLUMNS; i++) right &= same("c", i, c[i], expected[i]);
    print_hash(c, sizeof c);
    OK(clReleaseMemObject(of_a));
    OK(clReleaseMemObject(of_b));
    OK(clReleaseMemObject(of_c));
    OK(clReleaseKernel(gemm));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
