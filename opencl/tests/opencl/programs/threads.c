/* Two host threads, each with a queue, a kernel and buffers of its own, launch at the same time. */
#include "check.h"
#include <pthread.h>

enum { ROUNDS = 100, ITEMS = 32 };

static cl_program program;

static void *launches(void *first) {
    cl_int error, step = *(int *)first;
    cl_command_queue own = clCreateCommandQueue(context, device, 0, &error);
    OK(error);
    cl_kernel kernel = kernel_of(program, "add");
    int numbers[ITEMS] = {0};
    cl_mem buffer = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    size_t global = ITEMS;
    for (int i = 0; i < ROUNDS; i++) {
        OK(clSetKernelArg(kernel, 1, sizeof step, &step));
        OK(clEnqueueNDRangeKernel(own, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    }
    OK(clFinish(own));
    OK(clEnqueueReadBuffer(own, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL));
    for (int i = 0; i < ITEMS; i++) HOLDS(numbers[i] == ROUNDS * (step + i));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseCommandQueue(own));
    return NULL;
}

int main(void) {
    open_device();
    program = program_of("__kernel void add(__global int *a, int b) { int i = get_global_id(0); a[i] += b + i; }", NULL);
    int steps[2] = {3, 1000};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, launches, &steps[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
    OK(clReleaseProgram(program));
    close_device();
    return ended();
}
