/* Many launches of a tiny kernel, with a write and a read each: `launches COUNT` prints the microseconds of one round. */
#include "check.h"
#include <time.h>

static double seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec + now.tv_nsec * 1e-9;
}

int main(int count, char **words) {
    int rounds = count > 1 ? atoi(words[1]) : 10;
    open_device();
    cl_program program = program_of("__kernel void more(__global int *a) { a[get_global_id(0)] += 1; }", NULL);
    cl_kernel kernel = kernel_of(program, "more");
    int numbers[16] = {0};
    cl_mem buffer = buffer_of(0, sizeof numbers, NULL);
    size_t global = 16;
    double start = seconds();
    for (int i = 0; i < rounds; i++) {
        cl_event event;
        OK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof numbers, numbers, 0, NULL, NULL));
        OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
        OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event));
        OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 1, &event, NULL));
        OK(clReleaseEvent(event));
    }
    fprintf(stderr, "%.1f microseconds\n", (seconds() - start) / rounds * 1e6);
    for (int i = 0; i < 16; i++) HOLDS(numbers[i] == rounds);
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseMemObject(buffer));
    close_device();
    return ended();
}
