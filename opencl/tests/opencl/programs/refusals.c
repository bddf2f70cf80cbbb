/* A program builds although parts of it need what the device lacks. Only the kernels that need it are refused. */
#include "check.h"

static const char *SOURCE =
    "float texel(__read_only image2d_t picture, int x) {\n"
    "    const sampler_t nearest = CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;\n"
    "    return read_imagef(picture, nearest, (int2)(x, 0)).x;\n"
    "}\n"
    "__constant sampler_t unused = CLK_FILTER_NEAREST;\n"
    "__kernel void twice(__global float *x) { x[get_global_id(0)] *= 2; }\n"
    "__kernel void draw(__read_only image2d_t picture, __global float *x) { x[0] = texel(picture, 1); }\n"
    "__kernel void sample(__global float *x, sampler_t how) { x[0] = 1; }\n";

static int reports;

static void CL_CALLBACK hear(const char *what, const void *data, size_t bytes, void *user) {
    (void)data, (void)bytes, (void)user;
    HOLDS(strstr(what, "draw") || strstr(what, "sample"));
    reports++;
}

static cl_program binary_of(cl_program program) {
    size_t size;
    cl_int error;
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    unsigned char *binary = malloc(size);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    cl_program again = clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&binary, NULL, &error);
    OK(error);
    OK(clBuildProgram(again, 0, NULL, NULL, NULL, NULL));
    free(binary);
    return again;
}

static cl_program linked_of(void) {
    cl_int error;
    cl_program object = clCreateProgramWithSource(context, 1, &SOURCE, NULL, &error);
    OK(error);
    OK(clCompileProgram(object, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    cl_program linked = clLinkProgram(context, 0, NULL, NULL, 1, &object, NULL, NULL, &error);
    OK(error);
    OK(clReleaseProgram(object));
    return linked;
}

static void runs_what_it_can(cl_program program) {
    float number = 21;
    char names[64];
    cl_kernel kernel;
    cl_uint count;
    OK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof names, names, NULL));
    HOLDS(!strcmp(names, "twice"));
    OK(clCreateKernelsInProgram(program, 1, &kernel, &count));
    HOLDS(count == 1);
    cl_mem buffer = buffer_of(CL_MEM_COPY_HOST_PTR, 4, &number);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 0, NULL, NULL));
    HOLDS(number == 42);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(buffer));
    int before = reports;
    MAKES(CL_OUT_OF_RESOURCES, clCreateKernel(program, "draw", &error));
    MAKES(CL_OUT_OF_RESOURCES, clCreateKernel(program, "sample", &error));
    HOLDS(reports == before + 2);
    MAKES(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "texel", &error));
    OK(clReleaseProgram(program));
}

int main(void) {
    open_device();
    cl_int error;
    cl_context listening = clCreateContext(NULL, 1, &device, hear, NULL, &error);
    OK(error);
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(context));
    context = listening;
    queue = clCreateCommandQueue(context, device, 0, &error);
    OK(error);
    cl_program program = program_of(SOURCE, NULL);
    char log[4096];
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    HOLDS(strstr(log, "kernel `draw` uses images"));
    HOLDS(strstr(log, "kernel `sample` uses samplers"));
    HOLDS(!strstr(log, "twice"));
    runs_what_it_can(binary_of(program));
    runs_what_it_can(linked_of());
    runs_what_it_can(program);
    close_device();
    return ended();
}
