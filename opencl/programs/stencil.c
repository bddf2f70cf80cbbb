/* A stencil over a grid, step by step from one buffer to the other. With whole numbers in the beginning, four steps
 * are exact. */
#include "host.h"

enum { WIDTH = 64, HEIGHT = 48, SIDE = 16, STEPS = 4 };

static float grid[HEIGHT * WIDTH], expected[2][HEIGHT * WIDTH];

static float cell(const float *from, int y, int x) {
    y = y < 0 ? 0 : y >= HEIGHT ? HEIGHT - 1 : y;
    x = x < 0 ? 0 : x >= WIDTH ? WIDTH - 1 : x;
    return from[y * WIDTH + x];
}

static void relax(const float *from, float *to) {
    for (int y = 0; y < HEIGHT; y++)
        for (int x = 0; x < WIDTH; x++) {
            float around = cell(from, y - 1, x) + cell(from, y + 1, x) + cell(from, y, x - 1) + cell(from, y, x + 1);
            to[y * WIDTH + x] = 0.5f * cell(from, y, x) + 0.125f * around;
        }
}

int main(int count, char **words) {
    (void)count;
    for (int i = 0; i < HEIGHT * WIDTH; i++) grid[i] = (float)(random_number() % 256);
    memcpy(expected[0], grid, sizeof grid);
    for (int step = 0; step < STEPS; step++) relax(expected[step % 2], expected[(step + 1) % 2]);
    open_device(0);
    char options[32];
    snprintf(options, sizeof options, "-D SIDE=%d", SIDE);
    cl_program program = build(words[0], options);
    cl_kernel kernel = kernel_of(program, "relax");
    cl_mem buffers[2] = {buffer_of(CL_MEM_COPY_HOST_PTR, sizeof grid, grid), buffer_of(0, sizeof grid, NULL)};
    cl_int width = WIDTH, height = HEIGHT;
    ARGUMENT(kernel, 2, width);
    ARGUMENT(kernel, 3, height);
    for (int step = 0; step < STEPS; step++) {
        ARGUMENT(kernel, 0, buffers[step % 2]);
        ARGUMENT(kernel, 1, buffers[(step + 1) % 2]);
        launch(kernel, 2, (size_t[]){WIDTH, HEIGHT}, (size_t[]){SIDE, SIDE});
    }
    read_back(buffers[STEPS % 2], sizeof grid, grid);
    int right = 1;
    for (size_t i = 0; i < HEIGHT * WIDTH; i++) right &= same("cell", i, grid[i], expected[STEPS % 2][i]);
    print_hash(grid, sizeof grid);
    OK(clReleaseMemObject(buffers[0]));
    OK(clReleaseMemObject(buffers[1]));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
