/* A matrix, transposed, times its product with a vector. The sizes are no multiples of the group's; the last group has
 * work-items without work. Elements are small multiples of 1/2: sums are exact. */
#include "host.h"

enum { HEIGHT = 90, WIDTH = 110, GROUP = 32 };

static float a[HEIGHT * WIDTH], x[WIDTH], y[WIDTH], expected[WIDTH];

static void multiply(void) {
    for (int row = 0; row < HEIGHT; row++) {
        float product = 0;
        for (int column = 0; column < WIDTH; column++) product += a[row * WIDTH + column] * x[column];
        for (int column = 0; column < WIDTH; column++) expected[column] += a[row * WIDTH + column] * product;
    }
}

static size_t whole_groups(size_t items) {
    return (items + GROUP - 1) / GROUP * GROUP;
}

int main(int count, char **words) {
    (void)count;
    for (int i = 0; i < HEIGHT * WIDTH; i++) a[i] = ((int)(random_number() % 9) - 4) / 2.0f;
    for (int i = 0; i < WIDTH; i++) x[i] = (float)(random_number() % 8);
    multiply();
    open_device(0);
    cl_program program = build(words[0], "-cl-mad-enable");
    cl_kernel rows = kernel_of(program, "rows"), columns = kernel_of(program, "columns");
    cl_mem of_a = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof a, a);
    cl_mem of_x = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x);
    cl_mem product = buffer_of(CL_MEM_READ_WRITE, HEIGHT * sizeof(float), NULL);
    cl_mem of_y = buffer_of(CL_MEM_WRITE_ONLY, sizeof y, NULL);
    cl_int height = HEIGHT, width = WIDTH;
    cl_kernel kernels[] = {rows, columns};
    cl_mem operands[][3] = {{of_a, of_x, product}, {of_a, product, of_y}};
    for (int i = 0; i < 2; i++) {
        for (cl_uint j = 0; j < 3; j++) ARGUMENT(kernels[i], j, operands[i][j]);
        ARGUMENT(kernels[i], 3, height);
        ARGUMENT(kernels[i], 4, width);
    }
    launch(rows, 1, (size_t[]){whole_groups(HEIGHT)}, (size_t[]){GROUP});
    launch(columns, 1, (size_t[]){whole_groups(WIDTH)}, (size_t[]){GROUP});
    read_back(of_y, sizeof y, y);
    int right = 1;
    for (size_t i = 0; i < WIDTH; i++) right &= same("y", i, y[i], expected[i]);
    print_hash(y, sizeof y);
    cl_mem buffers[] = {of_a, of_x, product, of_y};
    for (int i = 0; i < 4; i++) OK(clReleaseMemObject(buffers[i]));
    OK(clReleaseKernel(rows));
    OK(clReleaseKernel(columns));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
