/* What the programs of this folder share: calls that must succeed, a device with its queue, the kernels of the file
 * beside the program, random numbers, and how a program ends. */
#ifndef HOST_H
#define HOST_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static cl_device_id device;
static cl_context context;
static cl_command_queue queue;

static inline void succeeded(cl_int code, const char *what, const char *file, int line) {
    if (code == CL_SUCCESS) return;
    fprintf(stderr, "%s:%d: %s: OpenCL error %d\n", file, line, what, code);
    exit(1);
}

/* The call must succeed. */
#define OK(call) succeeded(call, #call, __FILE__, __LINE__)

/* The first device of the first platform, of whatever kind, and a queue for it. */
static inline void open_device(cl_command_queue_properties properties) {
    cl_platform_id platform;
    cl_int error;
    OK(clGetPlatformIDs(1, &platform, NULL));
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL));
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    OK(error);
    queue = clCreateCommandQueue(context, device, properties, &error);
    OK(error);
}

static inline void close_device(void) {
    OK(clReleaseCommandQueue(queue));
    OK(clReleaseContext(context));
}

/* The text of the file beside the program that has its name and this ending. The caller frees it. */
static inline char *text_beside(const char *program, const char *ending) {
    char path[4096];
    snprintf(path, sizeof path, "%s%s", program, ending);
    FILE *file = fopen(path, "rb");
    if (!file) {
        perror(path);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    size_t bytes = (size_t)ftell(file);
    rewind(file);
    char *text = malloc(bytes + 1);
    if (!text || fread(text, 1, bytes, file) != bytes) {
        perror(path);
        exit(1);
    }
    fclose(file);
    text[bytes] = 0;
    return text;
}

/* The program's kernels: those of the file PROGRAM.cl. */
static inline cl_program build(const char *program, const char *options) {
    cl_int error;
    char *text = text_beside(program, ".cl");
    cl_program built = clCreateProgramWithSource(context, 1, (const char **)&text, NULL, &error);
    OK(error);
    free(text);
    error = clBuildProgram(built, 1, &device, options, NULL, NULL);
    if (error != CL_SUCCESS) {
        char log[16384] = "";
        clGetProgramBuildInfo(built, device, CL_PROGRAM_BUILD_LOG, sizeof log, log, NULL);
        fprintf(stderr, "%s.cl: OpenCL error %d\n%s\n", program, error, log);
        exit(1);
    }
    return built;
}

static inline cl_kernel kernel_of(cl_program program, const char *name) {
    cl_int error;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    OK(error);
    return kernel;
}

static inline cl_mem buffer_of(cl_mem_flags flags, size_t bytes, void *host) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, flags, bytes, host, &error);
    OK(error);
    return buffer;
}

/* An argument of the type of `value`. */
#define ARGUMENT(kernel, index, value) OK(clSetKernelArg(kernel, index, sizeof(value), &(value)))

static inline void launch(cl_kernel kernel, cl_uint dimensions, const size_t *global, const size_t *local) {
    OK(clEnqueueNDRangeKernel(queue, kernel, dimensions, NULL, global, local, 0, NULL, NULL));
}

static inline void read_back(cl_mem buffer, size_t bytes, void *host) {
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, bytes, host, 0, NULL, NULL));
}

/* The next of a sequence of random numbers, the same one in each run. */
static inline uint32_t random_number(void) {
    static uint32_t state = 2463534242u;
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

/* Whether the element is the expected one; says so if it is not. */
static inline int same(const char *what, size_t index, double found, double expected) {
    if (found == expected) return 1;
    fprintf(stderr, "%s[%zu] is %.9g, not %.9g\n", what, index, found, expected);
    return 0;
}

/* Prints the FNV-1a hash of the bytes: results that are exact are the same ones on every device. */
static inline void print_hash(const void *bytes, size_t count) {
    uint64_t hash = 0xcbf29ce484222325u;
    for (size_t i = 0; i < count; i++) hash = (hash ^ ((const unsigned char *)bytes)[i]) * 0x100000001b3u;
    printf("hash %016llx\n", (unsigned long long)hash);
}

#endif
