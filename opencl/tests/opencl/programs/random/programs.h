/* The calls about programs and kernels, each with random arguments. */
#include "pool.h"

/* The memory of the host: as large as any call may say. */
enum { AREA = 1 << 20 };

static char area[AREA];

static const char *const SOURCES[] = {
    "__kernel void more(__global int *a, int n) { int i = get_global_id(0); if (i < n) a[i] += n; }",
    "__kernel void shared(__global int *a, __local int *b) { int i = get_local_id(0); b[i] = i; barrier(CLK_LOCAL_MEM_FENCE);"
    " a[get_global_id(0)] = b[get_local_size(0) - 1 - i]; }"
    " __kernel void wild(__global int *a, int n) { a[n * get_global_id(0)] = n; }",
    "int two(void); int two(void) { return 2; }",
    "",
    "__kernel void more(__global int *a, read_only image2d_t n) { a[0] = get_image_width(n); }",
    "__kernel void broken(",
};

static const char *const OPTIONS[] = {NULL, "-w", "-DN=4", "-cl-fast-relaxed-math", "-D@n", "-unknown", "\"", "-D"};

static cl_int create_program(void) {
    cl_int error = 12345;
    const char *text = SOURCES[one_in(10) ? below(6) : below(4)];
    put(PROGRAM, clCreateProgramWithSource(home(), 1, &text, NULL, &error));
    return error;
}

static cl_int create_from_binary(void) {
    cl_int error = 12345, status;
    size_t bytes = 0;
    unsigned char *binary = (unsigned char *)area;
    cl_program from = handle(PROGRAM);
    if (clGetProgramInfo(from, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL) || bytes == 0 || bytes > AREA) 
        return CL_INVALID_PROGRAM;
    if (clGetProgramInfo(from, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL)) return CL_INVALID_PROGRAM;
    if (one_in(4)) binary[below(bytes)] ^= 1 << below(8);
    if (one_in(8)) bytes = 1 + below(bytes);
    const unsigned char *given = binary;
    put(PROGRAM, clCreateProgramWithBinary(home(), 1, &device, &bytes, &given, &status, &error));
    return error;
}

static cl_int build(void) {
    cl_program program = handle(PROGRAM);
    const char *options = OPTIONS[one_in(6) ? below(8) : below(3)];
    return one_in(12) ? clCompileProgram(program, 1, &device, options, 0, NULL, NULL, NULL, NULL)
                      : clBuildProgram(program, one_in(2), one_in(2) ? &device : NULL, options, NULL, NULL);
}

static cl_int link_programs(void) {
    cl_int error = 12345;
    cl_program programs[2] = {handle(PROGRAM), handle(PROGRAM)};
    const char *options = one_in(2) ? "-create-library" : NULL;
    put(PROGRAM, clLinkProgram(home(), 1, &device, options, 1 + below(2), programs, NULL, NULL, &error));
    return error;
}

/* Keeps a kernel, mostly with arguments that fit. */
static void keep_kernel(cl_kernel kernel) {
    cl_mem buffer = handle(MEMORY);
    cl_int value = 3;
    put(KERNEL, kernel);
    if (kernel == NULL || one_in(4)) return;
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    if (clSetKernelArg(kernel, 1, sizeof value, &value) != CL_SUCCESS) clSetKernelArg(kernel, 1, 64, NULL);
}

static cl_int create_kernel(void) {
    static const char *const names[] = {"more", "shared", "wild", "none", ""};
    cl_int error = 12345;
    if (one_in(6)) {
        put(KERNEL, clCloneKernel(handle(KERNEL), &error));
        return error;
    }
    if (one_in(6)) {
        cl_kernel kernels[4];
        cl_uint found = 0;
        error = clCreateKernelsInProgram(handle(PROGRAM), 4, kernels, &found);
        for (cl_uint i = 0; error == CL_SUCCESS && i < found; i++) keep_kernel(kernels[i]);
        return error;
    }
    keep_kernel(clCreateKernel(handle(PROGRAM), names[one_in(10) ? below(5) : below(2)], &error));
    return error;
}

static cl_int set_argument(void) {
    cl_mem buffer = handle(MEMORY);
    cl_int value = number(32);
    cl_kernel kernel = handle(KERNEL);
    switch (below(4)) {
    case 0:
        return clSetKernelArg(kernel, 1, sizeof value, &value);
    case 1:
        return clSetKernelArg(kernel, 1, number(4) * 64, NULL);
    case 2:
        return clSetKernelArg(kernel, number(4), number(16), area);
    default:
        return clSetKernelArg(kernel, 0, sizeof buffer, one_in(20) ? NULL : &buffer);
    }
}
