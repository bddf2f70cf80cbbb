// Adds numbers twice on the first OpenCL device. Ends with 3 if a sum is wrong, with its argument if it has one.
#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { COUNT = 40, BLOCK = 8 };

static const char *source =
    "__kernel void add(__global int *sum, __global const int *more) {\n"
    "    int i = get_global_id(0);\n"
    "    if (i % 3) sum[i] += more[i]; else sum[i] += 2 * more[i];\n"
    "}\n";

static void check(cl_int code, const char *what) {
    if (code != CL_SUCCESS) {
        fprintf(stderr, "%s: %d\n", what, code);
        exit(2);
    }
}

int main(int count, char **arguments) {
    cl_platform_id platform;
    cl_device_id device;
    cl_int code;
    check(clGetPlatformIDs(1, &platform, NULL), "clGetPlatformIDs");
    check(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL), "clGetDeviceIDs");
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &code);
    check(code, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &code);
    check(code, "clCreateCommandQueue");
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &code);
    check(code, "clCreateProgramWithSource");
    check(clBuildProgram(program, 1, &device, "", NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "add", &code);
    check(code, "clCreateKernel");

    int sum[COUNT] = {0}, more[COUNT];
    for (int i = 0; i < COUNT; i++) {
        more[i] = i;
    }
    cl_mem sums = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof sum, sum, &code);
    check(code, "clCreateBuffer");
    cl_mem mores = clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof more, more, &code);
    check(code, "clCreateBuffer");
    check(clSetKernelArg(kernel, 0, sizeof sums, &sums), "clSetKernelArg");
    check(clSetKernelArg(kernel, 1, sizeof mores, &mores), "clSetKernelArg");
    size_t global = COUNT, local = BLOCK;
    for (int launch = 0; launch < 2; launch++) {
        check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL), "clEnqueueNDRangeKernel");
    }
    check(clEnqueueReadBuffer(queue, sums, CL_TRUE, 0, sizeof sum, sum, 0, NULL, NULL), "clEnqueueReadBuffer");
    for (int i = 0; i < COUNT; i++) {
        if (sum[i] != (i % 3 ? 2 : 4) * i) {
            fprintf(stderr, "sum %d is %d\n", i, sum[i]);
            return 3;
        }
    }
    return count > 1 ? atoi(arguments[1]) : 0;
}
