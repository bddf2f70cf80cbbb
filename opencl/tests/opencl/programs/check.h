/* What host programs of the tests share: a platform, a device, a context, a queue, and complaints. */
#define CL_TARGET_OPENCL_VERSION 300
#define CL_USE_DEPRECATED_OPENCL_1_0_APIS
#define CL_USE_DEPRECATED_OPENCL_1_1_APIS
#define CL_USE_DEPRECATED_OPENCL_1_2_APIS
#define CL_USE_DEPRECATED_OPENCL_2_2_APIS
#include <CL/cl.h>
#include <CL/cl_ext.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int complaints;

#define COMPLAIN(...)                                                                                                  \
    do {                                                                                                               \
        complaints++;                                                                                                  \
        printf("%s:%d: ", __FILE__, __LINE__);                                                                         \
        printf(__VA_ARGS__);                                                                                           \
        printf("\n");                                                                                                  \
    } while (0)

/* The call must answer this code. */
#define CODE(expected, call)                                                                                           \
    do {                                                                                                               \
        cl_int code_ = (call);                                                                                         \
        if (code_ != (expected)) COMPLAIN("%s: %d, not %s", #call, code_, #expected);                                  \
    } while (0)

/* The call must succeed. */
#define OK(call) CODE(CL_SUCCESS, call)

/* The call, which has `&error` as its last argument, must make nothing and answer this code. */
#define MAKES(expected, call)                                                                                          \
    do {                                                                                                               \
        cl_int error = 12345;                                                                                          \
        const void *made_ = (call);                                                                                    \
        if (error != (expected) || made_) COMPLAIN("%s: %d, not %s", #call, error, #expected);                         \
    } while (0)

/* The condition must hold. */
#define HOLDS(condition)                                                                                               \
    do {                                                                                                               \
        if (!(condition)) COMPLAIN("%s does not hold", #condition);                                                    \
    } while (0)

static cl_platform_id platform;
static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static inline void open_device(void) {
    cl_int error;
    OK(clGetPlatformIDs(1, &platform, NULL));
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    OK(error);
    queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &error);
    OK(error);
    if (complaints) exit(1);
}

static inline void close_device(void) {
    OK(clFinish(queue));
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(context));
}

static inline cl_mem buffer_of(cl_mem_flags flags, size_t bytes, void *host) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, flags, bytes, host, &error);
    OK(error);
    return buffer;
}

/* A program of this source, built; ends the test with the log if it is not. */
static inline cl_program program_of(const char *source, const char *options) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    OK(error);
    error = clBuildProgram(program, 1, &device, options, NULL, NULL);
    if (error != CL_SUCCESS) {
        static char log[65536];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        printf("build: %d\n%s\n", error, log);
        exit(1);
    }
    return program;
}

static inline cl_kernel kernel_of(cl_program program, const char *name) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    OK(error);
    return kernel;
}

static int ended(void) {
    if (complaints == 0) printf("passed\n");
    return complaints != 0;
}
