/* Programs and kernels: building, linking, binaries, arguments, launches and their times. */
#include "check.h"

static const char *SOURCE =
    "typedef struct { float a; int b; } pair;\n"
    "__kernel void axpy(float a, __global const float *restrict x, __global float *y) {\n"
    "    size_t i = get_global_id(0);\n"
    "    y[i] = a * x[i] + y[i];\n"
    "}\n"
    "__kernel __attribute__((reqd_work_group_size(8, 1, 1)))\n"
    "void reverse(__global int *data, __local int *tile) {\n"
    "    size_t l = get_local_id(0);\n"
    "    tile[l] = data[get_global_id(0)];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE);\n"
    "    data[get_global_id(0)] = tile[get_local_size(0) - 1 - l];\n"
    "}\n"
    "__kernel void where(__global uint4 *out, pair p, float4 v) {\n"
    "    size_t at = get_global_id(1) - get_global_offset(1);\n"
    "    at = at * get_global_size(0) + get_global_id(0) - get_global_offset(0);\n"
    "    out[at] = (uint4)(get_global_id(0), get_global_id(1), get_work_dim() + p.b, (uint)(p.a + v.w));\n"
    "}\n"
    "__kernel void wild(__global int *out) { out[1 << 28] = 1; }\n"
    "__kernel void null(__global int *out, __global int *none) { out[0] = none == 0; }\n";

static void info_of(cl_program program) {
    char text[256];
    size_t count, size;
    OK(clGetProgramInfo(program, CL_PROGRAM_KERNEL_NAMES, sizeof text, text, &size));
    HOLDS(!strcmp(text, "axpy;null;reverse;where;wild"));
    OK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    HOLDS(count == 5);
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_OPTIONS, sizeof text, text, NULL));
    HOLDS(!strcmp(text, "-w"));
    OK(clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size));
    HOLDS(size == strlen(SOURCE) + 1);
}

static void arguments_of(cl_program program) {
    cl_kernel kernel = kernel_of(program, "axpy");
    char text[64];
    cl_kernel_arg_address_qualifier address;
    cl_kernel_arg_type_qualifier type;
    OK(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));
    HOLDS(!strcmp(text, "x"));
    OK(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, NULL));
    HOLDS(!strcmp(text, "float*"));
    OK(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, NULL));
    HOLDS(address == CL_KERNEL_ARG_ADDRESS_GLOBAL);
    OK(clGetKernelArgInfo(kernel, 1, CL_KERNEL_ARG_TYPE_QUALIFIER, sizeof type, &type, NULL));
    HOLDS(type == (CL_KERNEL_ARG_TYPE_CONST | CL_KERNEL_ARG_TYPE_RESTRICT));
    OK(clGetKernelArgInfo(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER, sizeof address, &address, NULL));
    HOLDS(address == CL_KERNEL_ARG_ADDRESS_PRIVATE);
    CODE(CL_INVALID_ARG_INDEX, clGetKernelArgInfo(kernel, 3, CL_KERNEL_ARG_NAME, sizeof text, text, NULL));

    cl_mem buffer = buffer_of(0, 64, NULL);
    float a = 1;
    CODE(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 3, sizeof a, &a));
    CODE(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 0, 8, &a));
    CODE(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 0, sizeof a, NULL));
    CODE(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 4, &buffer));
    CODE(CL_INVALID_MEM_OBJECT, clSetKernelArg(kernel, 1, sizeof queue, &queue));
    OK(clSetKernelArg(kernel, 0, sizeof a, &a));
    size_t global = 16;
    CODE(CL_INVALID_KERNEL_ARGS, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    OK(clSetKernelArg(kernel, 1, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, 2, sizeof buffer, &buffer));
    OK(clReleaseMemObject(buffer));
    CODE(CL_INVALID_MEM_OBJECT, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    OK(clReleaseKernel(kernel));

    kernel = kernel_of(program, "reverse");
    CODE(CL_INVALID_ARG_VALUE, clSetKernelArg(kernel, 1, 32, &a));
    CODE(CL_INVALID_ARG_SIZE, clSetKernelArg(kernel, 1, 0, NULL));
    OK(clSetKernelArg(kernel, 1, 32, NULL));
    cl_ulong local;
    size_t group[3];
    OK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, NULL));
    HOLDS(local == 32);
    OK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof group, group, NULL));
    HOLDS(group[0] == 8 && group[1] == 1 && group[2] == 1);
    OK(clReleaseKernel(kernel));
}

static void axpy(cl_program program) {
    float x[64], y[64], a = 2;
    for (int i = 0; i < 64; i++) x[i] = i, y[i] = 1000 - i;
    cl_mem xs = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x);
    cl_mem ys = buffer_of(CL_MEM_USE_HOST_PTR, sizeof y, y);
    cl_kernel kernel = kernel_of(program, "axpy");
    OK(clSetKernelArg(kernel, 0, sizeof a, &a));
    OK(clSetKernelArg(kernel, 1, sizeof xs, &xs));
    OK(clSetKernelArg(kernel, 2, sizeof ys, &ys));
    size_t global = 64;
    cl_event launch, copy;
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, &launch));
    OK(clEnqueueCopyBuffer(queue, ys, xs, 0, 0, sizeof x, 1, &launch, &copy));
    OK(clEnqueueReadBuffer(queue, xs, CL_TRUE, 0, sizeof x, x, 1, &copy, NULL));
    for (int i = 0; i < 64; i++) HOLDS(x[i] == 1000 + i);
    cl_ulong queued, submit, start, end, after;
    OK(clGetEventProfilingInfo(launch, CL_PROFILING_COMMAND_QUEUED, sizeof queued, &queued, NULL));
    OK(clGetEventProfilingInfo(launch, CL_PROFILING_COMMAND_SUBMIT, sizeof submit, &submit, NULL));
    OK(clGetEventProfilingInfo(launch, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL));
    OK(clGetEventProfilingInfo(launch, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL));
    OK(clGetEventProfilingInfo(copy, CL_PROFILING_COMMAND_START, sizeof after, &after, NULL));
    HOLDS(queued <= submit && submit <= start && start < end && end == after);
    OK(clReleaseEvent(launch));
    OK(clReleaseEvent(copy));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(xs));
    OK(clReleaseMemObject(ys));
}

static void shared_memory(cl_program program) {
    int data[32];
    for (int i = 0; i < 32; i++) data[i] = i;
    cl_mem buffer = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof data, data);
    cl_kernel kernel = kernel_of(program, "reverse");
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clSetKernelArg(kernel, 1, 1 << 20, NULL));
    size_t global = 32, local = 8, other = 4;
    CODE(CL_OUT_OF_RESOURCES, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OK(clSetKernelArg(kernel, 1, 8 * sizeof(int), NULL));
    CODE(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &other, 0, NULL, NULL));
    CODE(CL_INVALID_WORK_GROUP_SIZE, clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CODE(CL_INVALID_WORK_GROUP_SIZE, clEnqueueTask(queue, kernel, 0, NULL, NULL));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof data, data, 0, NULL, NULL));
    for (int i = 0; i < 32; i++) HOLDS(data[i] == i / 8 * 8 + 7 - i % 8);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(buffer));
}

static void ids_and_values(cl_program program) {
    struct { float a; int b; } pair = {2.0f, 10};
    cl_float4 vector = {{0, 0, 0, 3}};
    cl_uint found[4 * 6];
    cl_mem out = buffer_of(0, sizeof found, NULL);
    cl_kernel kernel = kernel_of(program, "where");
    OK(clSetKernelArg(kernel, 0, sizeof out, &out));
    OK(clSetKernelArg(kernel, 1, sizeof pair, &pair));
    OK(clSetKernelArg(kernel, 2, sizeof vector, &vector));
    size_t offset[2] = {100, 7}, global[2] = {3, 2};
    OK(clEnqueueNDRangeKernel(queue, kernel, 2, offset, global, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof found, found, 0, NULL, NULL));
    for (int i = 0; i < 6; i++) {
        cl_uint *at = found + 4 * i;
        HOLDS(at[0] == 100u + i % 3 && at[1] == 7u + i / 3 && at[2] == 12 && at[3] == 5);
    }
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(out));
}

static void no_buffer(cl_program program) {
    int found = 7;
    cl_mem out = buffer_of(0, 4, NULL), none = NULL;
    cl_kernel kernel = kernel_of(program, "null");
    OK(clSetKernelArg(kernel, 0, sizeof out, &out));
    OK(clSetKernelArg(kernel, 1, sizeof none, &none));
    OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 4, &found, 0, NULL, NULL));
    HOLDS(found == 1);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(out));
}

/* A launch that leaves its buffer: its event has failed, and its queue takes no more. Another queue does. */
static void faults(cl_program program) {
    cl_int error, status;
    cl_command_queue own = clCreateCommandQueue(context, device, 0, &error);
    cl_mem out = buffer_of(0, 4, NULL);
    cl_kernel kernel = kernel_of(program, "wild");
    OK(clSetKernelArg(kernel, 0, sizeof out, &out));
    cl_event launch;
    OK(clEnqueueTask(own, kernel, 0, NULL, &launch));
    OK(clGetEventInfo(launch, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    HOLDS(status == CL_OUT_OF_RESOURCES);
    CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &launch));
    CODE(CL_OUT_OF_RESOURCES, clFinish(own));
    CODE(CL_OUT_OF_RESOURCES, clEnqueueReadBuffer(own, out, CL_TRUE, 0, 4, &status, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, 4, &status, 0, NULL, NULL));
    OK(clReleaseEvent(launch));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(out));
    OK(clReleaseCommandQueue(own));
}

static cl_program from_binary_of(cl_program program) {
    size_t size;
    cl_int status, error;
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    unsigned char *binary = malloc(size);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    cl_program again =
        clCreateProgramWithBinary(context, 1, &device, &size, (const unsigned char **)&binary, &status, &error);
    OK(error);
    OK(status);
    size_t half = size / 2;
    MAKES(CL_INVALID_BINARY, clCreateProgramWithBinary(context, 1, &device, &half, (const unsigned char **)&binary,
                                                       &status, &error));
    HOLDS(status == CL_INVALID_BINARY);
    free(binary);
    return again;
}

static void binaries(cl_program program) {
    cl_program again = from_binary_of(program);
    MAKES(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(again, "axpy", &error));
    OK(clBuildProgram(again, 1, &device, NULL, NULL, NULL));
    axpy(again);
    cl_kernel kernels[5];
    cl_uint count;
    OK(clCreateKernelsInProgram(again, 0, NULL, &count));
    HOLDS(count == 5);
    CODE(CL_INVALID_VALUE, clCreateKernelsInProgram(again, 4, kernels, NULL));
    OK(clCreateKernelsInProgram(again, 5, kernels, &count));
    for (int i = 0; i < 5; i++) OK(clReleaseKernel(kernels[i]));
    OK(clReleaseProgram(again));
}

static cl_program source_of(const char *text) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);
    OK(error);
    return program;
}

static int done;

static void CL_CALLBACK count_done(cl_program program, void *data) {
    (void)program;
    done += *(int *)data;
}

static void linking(void) {
    cl_int error;
    cl_program_binary_type type;
    cl_program header = source_of("int twice(int);\n");
    cl_program library = source_of("#include \"twice.h\"\nint twice(int a) { return FACTOR * a; }\n");
    cl_program user = source_of("#include \"twice.h\"\n__kernel void go(__global int *a) { *a = twice(*a); }\n");
    const char *name = "twice.h";
    int ten = 10;
    OK(clCompileProgram(library, 1, &device, "-DFACTOR=2", 1, &header, &name, count_done, &ten));
    OK(clCompileProgram(user, 0, NULL, NULL, 1, &header, &name, NULL, NULL));
    HOLDS(done == 10);
    OK(clGetProgramBuildInfo(user, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    HOLDS(type == CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    MAKES(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(user, "go", &error));
    cl_program archive = clLinkProgram(context, 1, &device, "-create-library", 1, &library, NULL, NULL, &error);
    OK(error);
    OK(clGetProgramBuildInfo(archive, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    HOLDS(type == CL_PROGRAM_BINARY_TYPE_LIBRARY);
    cl_program again = from_binary_of(user), both[2] = {again, archive};
    cl_program linked = clLinkProgram(context, 1, &device, NULL, 2, both, NULL, NULL, &error);
    OK(error);
    cl_kernel kernel = kernel_of(linked, "go");
    int number = 21;
    cl_mem buffer = buffer_of(CL_MEM_COPY_HOST_PTR, 4, &number);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 0, NULL, NULL));
    HOLDS(number == 42);
    cl_program alone = clLinkProgram(context, 1, &device, NULL, 1, &user, NULL, NULL, &error);
    CODE(CL_LINK_PROGRAM_FAILURE, error);
    char log[256] = "";
    OK(clGetProgramBuildInfo(alone, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    HOLDS(strstr(log, "twice"));
    MAKES(CL_INVALID_LINKER_OPTIONS, clLinkProgram(context, 0, NULL, "-DX", 1, &user, NULL, NULL, &error));
    MAKES(CL_INVALID_OPERATION, clLinkProgram(context, 0, NULL, "", 1, &header, NULL, NULL, &error));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(buffer));
    cl_program all[] = {header, library, user, archive, again, linked, alone};
    for (int i = 0; i < 7; i++) OK(clReleaseProgram(all[i]));
}

static void mistakes(void) {
    cl_program program = source_of("__kernel void k(__global int *a) { *a = nothing; }\n");
    cl_build_status status;
    static char log[65536];
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    HOLDS(status == CL_BUILD_NONE);
    CODE(CL_BUILD_PROGRAM_FAILURE, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, NULL));
    HOLDS(status == CL_BUILD_ERROR);
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL));
    HOLDS(strstr(log, "use of undeclared identifier 'nothing'"));
    CODE(CL_INVALID_BUILD_OPTIONS, clBuildProgram(program, 0, NULL, "-O7", NULL, NULL));
    CODE(CL_INVALID_COMPILER_OPTIONS, clCompileProgram(program, 0, NULL, "-O7", 0, NULL, NULL, NULL, NULL));
    CODE(CL_COMPILE_PROGRAM_FAILURE, clCompileProgram(program, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    OK(clBuildProgram(program, 0, NULL, "-D nothing=\"4 + 1\"", NULL, NULL));
    OK(clReleaseProgram(program));
}

int main(void) {
    open_device();
    cl_program program = program_of(SOURCE, "-w");
    info_of(program);
    arguments_of(program);
    axpy(program);
    shared_memory(program);
    ids_and_values(program);
    no_buffer(program);
    faults(program);
    binaries(program);
    linking();
    mistakes();
    MAKES(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "nobody", &error));
    OK(clReleaseProgram(program));
    close_device();
    return ended();
}
