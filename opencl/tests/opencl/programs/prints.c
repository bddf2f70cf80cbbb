/* What kernels print stands between what the program prints. */
#include "check.h"

int main(void) {
    open_device();
    cl_program program = program_of(
        "__kernel void say(float4 v) { printf(\"item %u: %2.1v4f %s\\n\", (uint)get_global_id(0), v, \"text\"); }", NULL);
    cl_kernel kernel = kernel_of(program, "say");
    cl_float4 vector = {{1, 2, 3, 4}};
    OK(clSetKernelArg(kernel, 0, sizeof vector, &vector));
    size_t global = 3;
    printf("before\n");
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OK(clFinish(queue));
    printf("behind\n");
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    close_device();
    return ended();
}
