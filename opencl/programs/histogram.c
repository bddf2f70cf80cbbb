/* A histogram with atomics in local and in global memory. Half of the values are the same, so that many meet. */
#include "host.h"

enum { COUNT = 8192, BINS = 64, GROUP = 64, GROUPS = 6 };

static cl_uchar values[COUNT];
static cl_uint bins[BINS], expected[BINS];

int main(int count, char **words) {
    (void)count;
    for (int i = 0; i < COUNT; i++) {
        values[i] = random_number() % 2 ? 7 : (cl_uchar)random_number();
        expected[values[i] % BINS]++;
    }
    open_device(0);
    char options[32];
    snprintf(options, sizeof options, "-DBINS=%d", BINS);
    cl_program program = build(words[0], options);
    cl_kernel kernel = kernel_of(program, "count_values");
    cl_mem from = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof values, values);
    cl_mem all = buffer_of(CL_MEM_READ_WRITE, sizeof bins, NULL);
    cl_uint zero = 0, vectors = COUNT / 4;
    OK(clEnqueueFillBuffer(queue, all, &zero, sizeof zero, 0, sizeof bins, 0, NULL, NULL));
    ARGUMENT(kernel, 0, from);
    ARGUMENT(kernel, 1, vectors);
    ARGUMENT(kernel, 2, all);
    launch(kernel, 1, (size_t[]){GROUPS * GROUP}, (size_t[]){GROUP});
    read_back(all, sizeof bins, bins);
    int right = 1;
    for (size_t i = 0; i < BINS; i++) right &= same("bin", i, bins[i], expected[i]);
    print_hash(bins, sizeof bins);
    OK(clReleaseMemObject(from));
    OK(clReleaseMemObject(all));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
