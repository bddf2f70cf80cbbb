/* Programs in OpenCL C that are wrong, or ask for what the device lacks: each fails where the standard has a code for it, and the
   next one finds the library as it was. A kernel `k` is launched with a buffer of 64 words in groups of 4. */
#include "check.h"

static const struct {
    const char *what, *source, *options;
    /* The codes of building, of creating the kernel, of its launch, and of waiting for it. */
    cl_int build, kernel, launch, end;
} wrong[] = {
#define BUILD(what, source, options) {what, source, options, CL_BUILD_PROGRAM_FAILURE, 0, 0, 0}
    BUILD("a mistake of syntax", "__kernel void k(__global int *a) { a[0] = ; }", NULL),
    BUILD("no end", "__kernel void k(__global int *a) { a[0] = 1;", NULL),
    BUILD("an unknown name", "__kernel void k(__global int *a) { a[0] = b; }", NULL),
    BUILD("a structure as a number", "typedef struct { int x; } s; __kernel void k(__global int *a) { s b = {1}; a[0] = b; }", NULL),
    BUILD("a function that nobody defines", "int f(int); __kernel void k(__global int *a) { a[0] = f(1); }", NULL),
    BUILD("a kernel with a result", "__kernel int k(__global int *a) { return 1; }", NULL),
    BUILD("a header that does not exist", "#include \"nowhere.h\"\n__kernel void k(__global int *a) {}", NULL),
    BUILD("a warning as an error", "#warning careful\n__kernel void k(__global int *a) {}", "-Werror"),
    BUILD("an error of the preprocessor", "#error stop\n__kernel void k(__global int *a) {}", NULL),
    BUILD("arithmetic on half", "__kernel void k(__global half *a) { a[0] = a[1] * a[2]; }", NULL),
    BUILD("a pointer to a pointer", "__kernel void k(__global int **a) { **a = 1; }", NULL),
    BUILD("a truth as a parameter", "__kernel void k(__global int *a, bool b) { a[0] = b; }", NULL),
    BUILD("a write to constant memory", "__kernel void k(__constant int *a) { a[0] = 1; }", NULL),
    BUILD("a variable in global memory", "__global int g; __kernel void k(__global int *a) { a[0] = g; }", NULL),
    BUILD("two kernels of one name", "__kernel void k(__global int *a) {} __kernel void k(__global int *a) {}", NULL),
    BUILD("a call without its argument", "__kernel void k(__global int *a) { a[0] = get_global_id(); }", NULL),
    BUILD("a component that is not there", "__kernel void k(__global float4 *a) { a[0].s9 = 1; }", NULL),
    BUILD("an instruction that does not exist", "__kernel void k(__global int *a) { __asm__(\"frobnicate\"); }", NULL),
    BUILD("text of nobody", "\x01\x02\xff\xfe not a program", NULL),
    BUILD("a pipe in OpenCL C 1.2", "__kernel void k(__global int *a, read_only pipe int p) {}", NULL),
    BUILD("an image in OpenCL C 3.0", "__kernel void k(read_only image2d_t i) {}", "-cl-std=CL3.0"),
    BUILD("a generic pointer in OpenCL C 3.0", "__kernel void k(__global int *a) { __generic int *b = a; *b = 1; }", "-cl-std=CL3.0"),
#define OPTION(what, options) {what, "__kernel void k(__global int *a) {}", options, CL_INVALID_BUILD_OPTIONS, 0, 0, 0}
    OPTION("an unknown option", "-O9"),
    OPTION("an option without a value", "-D"),
    OPTION("an unknown language", "-cl-std=CL9.0"),
    OPTION("a file of options", "@options"),
#define KERNEL(what, code, source, options) {what, source, options, CL_SUCCESS, code, 0, 0}
    KERNEL("no such kernel", CL_INVALID_KERNEL_NAME, "__kernel void l(__global int *a) { a[0] = 1; }", NULL),
    KERNEL("a function that is no kernel", CL_INVALID_KERNEL_NAME, "void k(__global int *a) { a[0] = 1; }", NULL),
    KERNEL("no text", CL_INVALID_KERNEL_NAME, "", NULL),
    KERNEL("an image", CL_OUT_OF_RESOURCES, "__kernel void k(read_only image2d_t i, __global int *a) { a[0] = get_image_width(i); }",
           NULL),
    KERNEL("a sampler", CL_OUT_OF_RESOURCES, "__kernel void k(__global int *a, sampler_t s) { a[0] = 1; }", NULL),
    KERNEL("a pipe", CL_OUT_OF_RESOURCES, "__kernel void k(read_only pipe int p, __global int *a) { int x; read_pipe(p, &x); *a = x; }",
           "-cl-std=CL2.0"),
    KERNEL("a queue of the device", CL_OUT_OF_RESOURCES,
           "__kernel void k(__global int *a) { queue_t q = get_default_queue(); a[0] = 1; }", "-cl-std=CL2.0"),
    KERNEL("a sub-group", CL_OUT_OF_RESOURCES, "__kernel void k(__global int *a) { a[0] = sub_group_reduce_add(a[1]); }", "-cl-std=CL3.0"),
#define LAUNCH(what, code, source) {what, source, NULL, CL_SUCCESS, CL_SUCCESS, code, CL_SUCCESS}
    LAUNCH("an argument that is not set", CL_INVALID_KERNEL_ARGS, "__kernel void k(__global int *a, int b) { a[0] = b; }"),
    LAUNCH("groups of another size", CL_INVALID_WORK_GROUP_SIZE,
           "__kernel __attribute__((reqd_work_group_size(8, 1, 1))) void k(__global int *a) { a[0] = 1; }"),
    LAUNCH("too much shared memory", CL_OUT_OF_RESOURCES,
           "__kernel void k(__global int *a) { __local int t[1 << 16]; t[a[0]] = 1; a[1] = t[a[2]]; }"),
#define END(what, source) {what, source, NULL, CL_SUCCESS, CL_SUCCESS, CL_SUCCESS, CL_OUT_OF_RESOURCES}
    END("a write beyond the buffer", "__kernel void k(__global int *a) { a[1 << 28] = 1; }"),
    END("a read of nothing", "__kernel void k(__global int *a) { a[0] = *(volatile __global int *)0; }"),
    END("a loop without an end", "__kernel void k(volatile __global int *a) { while (a[0] == 0) ; }"),
    END("a trap", "__kernel void k(__global int *a) { a[0] = 1; __builtin_trap(); }"),
    END("a stack that is too large",
        "__kernel void k(__global int *a) { volatile int t[1 << 18]; for (int i = 0; i < 1 << 18; i++) t[i] = i; a[0] = t[a[1]]; }"),
};

static cl_program program_from(const char *source) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    OK(error);
    return program;
}

static void launch(cl_kernel kernel, size_t index) {
    cl_int error;
    cl_command_queue own = clCreateCommandQueue(context, device, 0, &error);
    OK(error);
    const size_t global = 8, local = 4;
    error = clEnqueueNDRangeKernel(own, kernel, 1, NULL, &global, &local, 0, NULL, NULL);
    if (error != wrong[index].launch) COMPLAIN("%s: the launch answers %d", wrong[index].what, error);
    error = clFinish(own);
    if (error != wrong[index].end) COMPLAIN("%s: the end answers %d", wrong[index].what, error);
    OK(clReleaseCommandQueue(own));
}

static void try(size_t index) {
    cl_program program = program_from(wrong[index].source);
    cl_int error = clBuildProgram(program, 1, &device, wrong[index].options, NULL, NULL);
    if (error != wrong[index].build) COMPLAIN("%s: the build answers %d", wrong[index].what, error);
    size_t size = 0;
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, 0, NULL, &size));
    if (error && size < 2) COMPLAIN("%s: an empty log", wrong[index].what);
    if (!error) {
        cl_kernel kernel = clCreateKernel(program, "k", &error);
        if (error != wrong[index].kernel) COMPLAIN("%s: the kernel answers %d", wrong[index].what, error);
        if (kernel) {
            int zeros[64] = {0};
            cl_mem buffer = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof zeros, zeros);
            OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
            launch(kernel, index);
            OK(clReleaseKernel(kernel));
            OK(clReleaseMemObject(buffer));
        }
    }
    OK(clReleaseProgram(program));
}

/* After every wrong program a right one still runs. */
static void right(void) {
    int number = 20;
    cl_program program = program_of("__kernel void k(__global int *a) { a[0] += 1; }", NULL);
    cl_kernel kernel = kernel_of(program, "k");
    cl_mem buffer = buffer_of(CL_MEM_COPY_HOST_PTR, 4, &number);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 0, NULL, NULL));
    HOLDS(number == 21);
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseMemObject(buffer));
}

int main(void) {
    open_device();
    for (size_t index = 0; index < sizeof wrong / sizeof *wrong; index++) {
        try(index);
        right();
    }
    close_device();
    return ended();
}
