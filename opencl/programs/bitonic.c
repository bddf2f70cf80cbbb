/* Bitonic sorting: parts in local memory, and what is larger in launches of its own. */
#include "host.h"

enum { COUNT = 1024, GROUP = 128, PART = 2 * GROUP };

static cl_uint keys[COUNT], expected[COUNT];

static int compare(const void *left, const void *right) {
    cl_uint a = *(const cl_uint *)left, b = *(const cl_uint *)right;
    return (a > b) - (a < b);
}

static void exchange_near(cl_kernel kernel, cl_uint first, cl_uint last) {
    ARGUMENT(kernel, 2, first);
    ARGUMENT(kernel, 3, last);
    launch(kernel, 1, (size_t[]){COUNT / 2}, (size_t[]){GROUP});
}

static void exchange_far(cl_kernel kernel, cl_uint size, cl_uint distance) {
    ARGUMENT(kernel, 1, size);
    ARGUMENT(kernel, 2, distance);
    launch(kernel, 1, (size_t[]){COUNT / 2}, NULL);
}

int main(int count, char **words) {
    (void)count;
    for (int i = 0; i < COUNT; i++) keys[i] = random_number() >> random_number() % 32;
    memcpy(expected, keys, sizeof keys);
    qsort(expected, COUNT, sizeof *expected, compare);
    open_device(0);
    cl_program program = build(words[0], NULL);
    cl_kernel near = kernel_of(program, "exchange_near"), far = kernel_of(program, "exchange_far");
    cl_mem buffer = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof keys, keys);
    ARGUMENT(near, 0, buffer);
    ARGUMENT(far, 0, buffer);
    OK(clSetKernelArg(near, 1, PART * sizeof(cl_uint), NULL));
    exchange_near(near, 2, PART);
    for (cl_uint size = 2 * PART; size <= COUNT; size *= 2) {
        for (cl_uint distance = size / 2; distance > GROUP; distance /= 2) exchange_far(far, size, distance);
        exchange_near(near, size, size);
    }
    cl_int error;
    cl_uint *sorted = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, sizeof keys, 0, NULL, NULL, &error);
    OK(error);
    int right = 1;
    for (size_t i = 0; i < COUNT; i++) right &= same("key", i, sorted[i], expected[i]);
    print_hash(sorted, sizeof keys);
    OK(clEnqueueUnmapMemObject(queue, buffer, sorted, 0, NULL, NULL));
    OK(clFinish(queue));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(near));
    OK(clReleaseKernel(far));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
