/* Objects that are released while the process exits: in functions of `atexit` and in destructors of the program, which run after
   the thread-local values of the main thread are gone. All calls work there. The exit code is the program's own. */
#include "check.h"

static cl_program program;
static cl_kernel kernel;
static cl_mem buffer;
static int destroyed;

static void CL_CALLBACK count(cl_mem memory, void *data) {
    (void)memory;
    ++*(int *)data;
}

static void launch(void) {
    size_t global = 16;
    int numbers[16] = {0};
    cl_event event;
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &event));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof numbers, numbers, 1, &event, NULL));
    OK(clReleaseEvent(event));
    for (int i = 0; i < 16; i++) HOLDS(numbers[i] > 0);
}

static void at_exit(void) {
    launch();
    cl_mem other = buffer_of(0, 64, NULL);
    OK(clSetMemObjectDestructorCallback(other, count, &destroyed));
    OK(clReleaseMemObject(other));
    HOLDS(destroyed == 1);
}

/* Runs after all functions of `atexit`. */
__attribute__((destructor)) static void last(void) {
    cl_uint references;
    launch();
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseMemObject(buffer));
    HOLDS(destroyed == 2);
    close_device();
    CODE(CL_INVALID_CONTEXT, clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references, NULL));
    CODE(CL_INVALID_KERNEL, clReleaseKernel(kernel));
    ended();
    fflush(stdout);
}

int main(void) {
    atexit(at_exit);
    open_device();
    program = program_of("__kernel void more(__global int *a) { a[get_global_id(0)] += 1; }", NULL);
    kernel = kernel_of(program, "more");
    int numbers[16] = {0};
    buffer = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers);
    OK(clSetMemObjectDestructorCallback(buffer, count, &destroyed));
    launch();
    return 7;
}
