/* Calls with wrong arguments, each with the code that the standard has for it. */
#include "check.h"
#include <stdint.h>

/* Addresses that are no handles: nothing, somewhere, and an object of another kind. */
#define NOWHERE ((void *)0x1234)

static cl_mem buffer, read_only, host_no_access, foreign;
static cl_context other;
static cl_event gate, foreign_event;
static cl_program program;
static cl_kernel kernel;
static char host[4096];

static void CL_CALLBACK ignore_event(cl_event event, cl_int status, void *data) {
    (void)event, (void)status, (void)data;
}

static void CL_CALLBACK ignore_native(void *data) { (void)data; }

static void platforms_and_devices(void) {
    cl_platform_id platforms[2];
    cl_device_id devices[2];
    cl_uint count;
    CODE(CL_INVALID_VALUE, clGetPlatformIDs(0, platforms, NULL));
    CODE(CL_INVALID_VALUE, clGetPlatformIDs(0, NULL, NULL));
    CODE(CL_INVALID_PLATFORM, clGetPlatformInfo(NOWHERE, CL_PLATFORM_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_PLATFORM, clGetPlatformInfo((void *)device, CL_PLATFORM_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetPlatformInfo(platform, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_PLATFORM, clUnloadPlatformCompiler(NOWHERE));
    OK(clUnloadPlatformCompiler(platform));
    OK(clUnloadCompiler());
    CODE(CL_INVALID_PLATFORM, clGetDeviceIDs(NOWHERE, CL_DEVICE_TYPE_ALL, 1, devices, &count));
    CODE(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 0, 1, devices, &count));
    CODE(CL_INVALID_DEVICE_TYPE, clGetDeviceIDs(platform, 1 << 20, 1, devices, &count));
    CODE(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, devices, NULL));
    CODE(CL_INVALID_VALUE, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, NULL));
    CODE(CL_DEVICE_NOT_FOUND, clGetDeviceIDs(platform, CL_DEVICE_TYPE_CPU, 1, devices, &count));
    CODE(CL_DEVICE_NOT_FOUND, clGetDeviceIDs(platform, CL_DEVICE_TYPE_ACCELERATOR, 1, devices, &count));
    OK(clGetDeviceIDs(platform, CL_DEVICE_TYPE_DEFAULT, 1, devices, &count));
    HOLDS(count == 1 && devices[0] == device);
    CODE(CL_INVALID_DEVICE, clGetDeviceInfo(NOWHERE, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_DEVICE, clGetDeviceInfo((void *)context, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetDeviceInfo(device, CL_PLATFORM_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_DEVICE, clRetainDevice(NULL));
    CODE(CL_INVALID_DEVICE, clReleaseDevice(NOWHERE));
    cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    CODE(CL_INVALID_VALUE, clCreateSubDevices(device, parts, 1, devices, &count));
    CODE(CL_INVALID_DEVICE, clCreateSubDevices(NOWHERE, parts, 1, devices, &count));
    HOLDS(clGetExtensionFunctionAddress("clNothing") == NULL);
    HOLDS(clGetExtensionFunctionAddress("clIcdGetPlatformIDsKHR") != NULL);
    HOLDS(clGetExtensionFunctionAddressForPlatform(NOWHERE, "clIcdGetPlatformIDsKHR") == NULL);
    HOLDS(clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR") != NULL);
}

static void contexts(void) {
    cl_context_properties unknown[] = {77, 0, 0};
    cl_context_properties elsewhere[] = {CL_CONTEXT_PLATFORM, 0x1234, 0};
    cl_context_properties twice[] = {CL_CONTEXT_PLATFORM, (intptr_t)platform, CL_CONTEXT_PLATFORM, (intptr_t)platform, 0};
    MAKES(CL_INVALID_PROPERTY, clCreateContext(unknown, 1, &device, NULL, NULL, &error));
    MAKES(CL_INVALID_PLATFORM, clCreateContext(elsewhere, 1, &device, NULL, NULL, &error));
    MAKES(CL_INVALID_PROPERTY, clCreateContext(twice, 1, &device, NULL, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateContext(NULL, 0, &device, NULL, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateContext(NULL, 1, NULL, NULL, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateContext(NULL, 1, &device, NULL, host, &error));
    cl_device_id wrong = NOWHERE;
    MAKES(CL_INVALID_DEVICE, clCreateContext(NULL, 1, &wrong, NULL, NULL, &error));
    MAKES(CL_INVALID_DEVICE_TYPE, clCreateContextFromType(NULL, 0, NULL, NULL, &error));
    MAKES(CL_DEVICE_NOT_FOUND, clCreateContextFromType(NULL, CL_DEVICE_TYPE_CPU, NULL, NULL, &error));
    MAKES(CL_INVALID_PLATFORM, clCreateContextFromType(elsewhere, CL_DEVICE_TYPE_GPU, NULL, NULL, &error));
    HOLDS(clCreateContext(NULL, 0, NULL, NULL, NULL, NULL) == NULL);
    CODE(CL_INVALID_CONTEXT, clRetainContext(NULL));
    CODE(CL_INVALID_CONTEXT, clReleaseContext((void *)queue));
    CODE(CL_INVALID_CONTEXT, clGetContextInfo(NOWHERE, CL_CONTEXT_DEVICES, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetContextInfo(context, CL_DEVICE_NAME, 0, NULL, NULL));
}

static void queues_with_properties(void) {
    cl_queue_properties unknown[] = {77, 0, 0}, bits[] = {CL_QUEUE_PROPERTIES, 1 << 10, 0};
    cl_queue_properties twice[] = {CL_QUEUE_PROPERTIES, 0, CL_QUEUE_PROPERTIES, 0, 0}, size[] = {CL_QUEUE_SIZE, 64, 0};
    cl_command_queue_properties on_device = CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE;
    cl_queue_properties alone[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE, 0}, own[] = {CL_QUEUE_PROPERTIES, on_device, 0};
    cl_queue_properties usual[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE_DEFAULT, 0};
    cl_queue_properties sized[] = {CL_QUEUE_PROPERTIES, on_device, CL_QUEUE_SIZE, 64, 0};
    MAKES(CL_INVALID_CONTEXT, clCreateCommandQueueWithProperties(NULL, device, NULL, &error));
    MAKES(CL_INVALID_DEVICE, clCreateCommandQueueWithProperties(context, NULL, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, unknown, &error));
    MAKES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, bits, &error));
    MAKES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, twice, &error));
    MAKES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, size, &error));
    MAKES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, alone, &error));
    MAKES(CL_INVALID_VALUE, clCreateCommandQueueWithProperties(context, device, usual, &error));
    MAKES(CL_INVALID_QUEUE_PROPERTIES, clCreateCommandQueueWithProperties(context, device, own, &error));
    MAKES(CL_INVALID_QUEUE_PROPERTIES, clCreateCommandQueueWithProperties(context, device, sized, &error));
}

static void queues(void) {
    MAKES(CL_INVALID_CONTEXT, clCreateCommandQueue(NULL, device, 0, &error));
    MAKES(CL_INVALID_DEVICE, clCreateCommandQueue(context, NULL, 0, &error));
    MAKES(CL_INVALID_VALUE, clCreateCommandQueue(context, device, 1 << 10, &error));
    MAKES(CL_INVALID_VALUE, clCreateCommandQueue(context, device, CL_QUEUE_ON_DEVICE, &error));
    queues_with_properties();
    CODE(CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue(NULL));
    CODE(CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue((void *)context));
    CODE(CL_INVALID_COMMAND_QUEUE, clGetCommandQueueInfo(NOWHERE, CL_QUEUE_CONTEXT, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetCommandQueueInfo(queue, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clSetCommandQueueProperty(queue, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, NULL));
    CODE(CL_INVALID_COMMAND_QUEUE, clFlush(NULL));
    CODE(CL_INVALID_COMMAND_QUEUE, clFinish((void *)buffer));
}

static void creating_buffers(void) {
    MAKES(CL_INVALID_CONTEXT, clCreateBuffer(NULL, 0, 16, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateBuffer(context, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 16, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateBuffer(context, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS, 16, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR, 16, host, &error));
    MAKES(CL_INVALID_VALUE, clCreateBuffer(context, CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR, 16, host, &error));
    MAKES(CL_INVALID_VALUE, clCreateBuffer(context, 1 << 20, 16, NULL, &error));
    MAKES(CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, 0, NULL, &error));
    MAKES(CL_INVALID_BUFFER_SIZE, clCreateBuffer(context, 0, (size_t)1 << 40, NULL, &error));
    MAKES(CL_INVALID_HOST_PTR, clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, 16, NULL, &error));
    MAKES(CL_INVALID_HOST_PTR, clCreateBuffer(context, CL_MEM_USE_HOST_PTR, 16, NULL, &error));
    MAKES(CL_INVALID_HOST_PTR, clCreateBuffer(context, 0, 16, host, &error));
    cl_mem_properties unknown[] = {77, 1, 0};
    MAKES(CL_INVALID_PROPERTY, clCreateBufferWithProperties(context, unknown, 0, 16, NULL, &error));
    MAKES(CL_INVALID_CONTEXT, clCreateBufferWithProperties(NULL, NULL, 0, 16, NULL, &error));

    cl_buffer_region region = {128, 128}, crooked = {64, 128}, empty = {128, 0}, outside = {3968, 256};
    cl_buffer_create_type kind = CL_BUFFER_CREATE_TYPE_REGION;
    MAKES(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(NULL, 0, kind, &region, &error));
    MAKES(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, 77, &region, &error));
    MAKES(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, kind, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateSubBuffer(read_only, CL_MEM_WRITE_ONLY, kind, &region, &error));
    MAKES(CL_INVALID_VALUE, clCreateSubBuffer(read_only, CL_MEM_READ_WRITE, kind, &region, &error));
    MAKES(CL_INVALID_VALUE, clCreateSubBuffer(buffer, CL_MEM_ALLOC_HOST_PTR, kind, &region, &error));
    MAKES(CL_INVALID_VALUE, clCreateSubBuffer(host_no_access, CL_MEM_HOST_READ_ONLY, kind, &region, &error));
    MAKES(CL_MISALIGNED_SUB_BUFFER_OFFSET, clCreateSubBuffer(buffer, 0, kind, &crooked, &error));
    MAKES(CL_INVALID_BUFFER_SIZE, clCreateSubBuffer(buffer, 0, kind, &empty, &error));
    MAKES(CL_INVALID_VALUE, clCreateSubBuffer(buffer, 0, kind, &outside, &error));
    cl_int error;
    cl_mem part = clCreateSubBuffer(buffer, 0, kind, &region, &error);
    OK(error);
    MAKES(CL_INVALID_MEM_OBJECT, clCreateSubBuffer(part, 0, kind, &region, &error));
    OK(clReleaseMemObject(part));
    CODE(CL_INVALID_MEM_OBJECT, clRetainMemObject((void *)queue));
    CODE(CL_INVALID_MEM_OBJECT, clReleaseMemObject(NULL));
    CODE(CL_INVALID_MEM_OBJECT, clGetMemObjectInfo(part, CL_MEM_SIZE, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetMemObjectInfo(buffer, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_MEM_OBJECT, clSetMemObjectDestructorCallback(NULL, NULL, NULL));
    CODE(CL_INVALID_VALUE, clSetMemObjectDestructorCallback(buffer, NULL, NULL));
}

static void transfers(void) {
    CODE(CL_INVALID_COMMAND_QUEUE, clEnqueueReadBuffer(NULL, buffer, CL_TRUE, 0, 4, host, 0, NULL, NULL));
    CODE(CL_INVALID_MEM_OBJECT, clEnqueueReadBuffer(queue, NULL, CL_TRUE, 0, 4, host, 0, NULL, NULL));
    CODE(CL_INVALID_CONTEXT, clEnqueueReadBuffer(queue, foreign, CL_TRUE, 0, 4, host, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4000, 97, host, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, buffer, CL_TRUE, SIZE_MAX, 2, host, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 4097, 0, host, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, NULL, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueReadBuffer(queue, host_no_access, CL_TRUE, 0, 4, host, 0, NULL, NULL));
    CODE(CL_INVALID_EVENT_WAIT_LIST, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, host, 1, NULL, NULL));
    CODE(CL_INVALID_EVENT_WAIT_LIST, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, host, 0, &gate, NULL));
    cl_event wrong = NOWHERE;
    CODE(CL_INVALID_EVENT_WAIT_LIST, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, host, 1, &wrong, NULL));
    CODE(CL_INVALID_CONTEXT, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, host, 1, &foreign_event, NULL));
    CODE(CL_INVALID_COMMAND_QUEUE, clEnqueueWriteBuffer((void *)device, buffer, CL_TRUE, 0, 4, host, 0, NULL, NULL));
    CODE(CL_INVALID_MEM_OBJECT, clEnqueueWriteBuffer(queue, (void *)kernel, CL_TRUE, 0, 4, host, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 4096, 1, host, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, NULL, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueWriteBuffer(queue, host_no_access, CL_TRUE, 0, 4, host, 0, NULL, NULL));
    CODE(CL_INVALID_MEM_OBJECT, clEnqueueCopyBuffer(queue, buffer, NULL, 0, 0, 4, 0, NULL, NULL));
    CODE(CL_INVALID_CONTEXT, clEnqueueCopyBuffer(queue, buffer, foreign, 0, 0, 4, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueCopyBuffer(queue, buffer, read_only, 4095, 0, 4, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueCopyBuffer(queue, buffer, read_only, 0, 4095, 4, 0, NULL, NULL));
    CODE(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, buffer, buffer, 0, 2, 4, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, NULL, 4, 0, 16, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 0, 0, 16, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 3, 0, 18, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 256, 0, 256, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 4, 2, 16, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 4, 0, 15, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueFillBuffer(queue, buffer, host, 4, 4092, 8, 0, NULL, NULL));
    cl_mem objects[2] = {buffer, NOWHERE};
    CODE(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 0, objects, 0, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 1, NULL, 0, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueMigrateMemObjects(queue, 1, objects, 1 << 9, 0, NULL, NULL));
    CODE(CL_INVALID_MEM_OBJECT, clEnqueueMigrateMemObjects(queue, 2, objects, 0, 0, NULL, NULL));
}

static void rectangles(void) {
    size_t zero[3] = {0, 0, 0}, region[3] = {8, 4, 2}, flat[3] = {8, 0, 1}, deep[3] = {8, 4, 200}, far[3] = {0, 0, SIZE_MAX};
#define READ(origin, size, row, slice, where)                                                                          \
    clEnqueueReadBufferRect(queue, buffer, CL_TRUE, origin, zero, size, row, slice, 0, 0, where, 0, NULL, NULL)
    CODE(CL_INVALID_VALUE, READ(NULL, region, 0, 0, host));
    CODE(CL_INVALID_VALUE, READ(zero, NULL, 0, 0, host));
    CODE(CL_INVALID_VALUE, READ(zero, flat, 0, 0, host));
    CODE(CL_INVALID_VALUE, READ(zero, deep, 0, 0, host));
    CODE(CL_INVALID_VALUE, READ(far, region, 0, 0, host));
    CODE(CL_INVALID_VALUE, READ(zero, region, 7, 0, host));
    CODE(CL_INVALID_VALUE, READ(zero, region, 16, 60, host));
    CODE(CL_INVALID_VALUE, READ(zero, region, 16, 72, host));
    CODE(CL_INVALID_VALUE, READ(zero, region, 0, 0, NULL));
    OK(READ(zero, region, 0, 0, host));
    CODE(CL_INVALID_OPERATION, clEnqueueWriteBufferRect(queue, host_no_access, CL_TRUE, zero, zero, region, 0, 0, 0, 0,
                                                        host, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueCopyBufferRect(queue, buffer, buffer, zero, zero, region, 8, 32, 16, 64, 0, NULL, NULL));
    CODE(CL_MEM_COPY_OVERLAP,
         clEnqueueCopyBufferRect(queue, buffer, buffer, zero, zero, region, 8, 32, 8, 32, 0, NULL, NULL));
}

static void maps(void) {
#define MAP(of, flags, offset, bytes) clEnqueueMapBuffer(queue, of, CL_TRUE, flags, offset, bytes, 0, NULL, NULL, &error)
    MAKES(CL_INVALID_MEM_OBJECT, MAP(NULL, CL_MAP_READ, 0, 4));
    MAKES(CL_INVALID_VALUE, MAP(buffer, 1 << 9, 0, 4));
    MAKES(CL_INVALID_VALUE, MAP(buffer, CL_MAP_WRITE_INVALIDATE_REGION | CL_MAP_READ, 0, 4));
    MAKES(CL_INVALID_VALUE, MAP(buffer, CL_MAP_READ, 4096, 4));
    MAKES(CL_INVALID_VALUE, MAP(buffer, CL_MAP_READ, 0, 0));
    MAKES(CL_INVALID_OPERATION, MAP(host_no_access, CL_MAP_READ, 0, 4));
    MAKES(CL_INVALID_OPERATION, MAP(host_no_access, CL_MAP_WRITE, 0, 4));
    MAKES(CL_INVALID_COMMAND_QUEUE,
          clEnqueueMapBuffer(NULL, buffer, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL, &error));
    MAKES(CL_INVALID_EVENT_WAIT_LIST,
          clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4, 1, NULL, NULL, &error));
    CODE(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, buffer, host, 0, NULL, NULL));
    CODE(CL_INVALID_MEM_OBJECT, clEnqueueUnmapMemObject(queue, NULL, host, 0, NULL, NULL));
    CODE(CL_INVALID_COMMAND_QUEUE, clEnqueueUnmapMemObject(NULL, buffer, host, 0, NULL, NULL));
}

static void programs(void) {
    const char *texts[2] = {"", NULL};
    const unsigned char *binary = (const unsigned char *)"no program";
    size_t length = 10, none = 0;
    cl_int status;
    MAKES(CL_INVALID_CONTEXT, clCreateProgramWithSource(NULL, 1, texts, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateProgramWithSource(context, 0, texts, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateProgramWithSource(context, 1, NULL, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateProgramWithSource(context, 2, texts, NULL, &error));
    MAKES(CL_INVALID_CONTEXT, clCreateProgramWithBinary(NULL, 1, &device, &length, &binary, &status, &error));
    MAKES(CL_INVALID_VALUE, clCreateProgramWithBinary(context, 0, &device, &length, &binary, &status, &error));
    MAKES(CL_INVALID_VALUE, clCreateProgramWithBinary(context, 1, &device, NULL, &binary, &status, &error));
    MAKES(CL_INVALID_VALUE, clCreateProgramWithBinary(context, 1, &device, &none, &binary, &status, &error));
    MAKES(CL_INVALID_BINARY, clCreateProgramWithBinary(context, 1, &device, &length, &binary, NULL, &error));
    MAKES(CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels(context, 1, &device, "motion", &error));
    CODE(CL_INVALID_PROGRAM, clRetainProgram(NULL));
    CODE(CL_INVALID_PROGRAM, clReleaseProgram((void *)kernel));
    CODE(CL_INVALID_PROGRAM, clBuildProgram(NULL, 0, NULL, NULL, NULL, NULL));
    CODE(CL_INVALID_VALUE, clBuildProgram(program, 1, NULL, NULL, NULL, NULL));
    CODE(CL_INVALID_VALUE, clBuildProgram(program, 0, &device, NULL, NULL, NULL));
    CODE(CL_INVALID_VALUE, clBuildProgram(program, 0, NULL, NULL, NULL, host));
    CODE(CL_INVALID_OPERATION, clBuildProgram(program, 0, NULL, NULL, NULL, NULL));
    cl_device_id wrong = NOWHERE;
    CODE(CL_INVALID_DEVICE, clBuildProgram(program, 1, &wrong, NULL, NULL, NULL));
    CODE(CL_INVALID_PROGRAM, clCompileProgram(NULL, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL));
    CODE(CL_INVALID_VALUE, clCompileProgram(program, 0, NULL, NULL, 1, NULL, NULL, NULL, NULL));
    CODE(CL_INVALID_VALUE, clCompileProgram(program, 0, NULL, NULL, 0, &program, NULL, NULL, NULL));
    MAKES(CL_INVALID_CONTEXT, clLinkProgram(NULL, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
    MAKES(CL_INVALID_VALUE, clLinkProgram(context, 0, NULL, NULL, 0, NULL, NULL, NULL, &error));
    MAKES(CL_INVALID_OPERATION, clLinkProgram(context, 0, NULL, NULL, 1, &program, NULL, NULL, &error));
    cl_program nothing = NOWHERE;
    MAKES(CL_INVALID_PROGRAM, clLinkProgram(context, 0, NULL, NULL, 1, &nothing, NULL, NULL, &error));
    CODE(CL_INVALID_PROGRAM, clGetProgramInfo(NULL, CL_PROGRAM_SOURCE, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetProgramInfo(program, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_DEVICE, clGetProgramBuildInfo(program, NULL, CL_PROGRAM_BUILD_LOG, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetProgramBuildInfo(program, device, CL_DEVICE_NAME, 0, NULL, NULL));
    cl_int error;
    cl_program unbuilt = clCreateProgramWithSource(context, 1, texts, NULL, &error);
    OK(error);
    MAKES(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernel(unbuilt, "k", &error));
    CODE(CL_INVALID_PROGRAM_EXECUTABLE, clGetProgramInfo(unbuilt, CL_PROGRAM_NUM_KERNELS, 0, NULL, NULL));
    CODE(CL_INVALID_PROGRAM_EXECUTABLE, clCreateKernelsInProgram(unbuilt, 0, NULL, NULL));
    OK(clReleaseProgram(unbuilt));
}

static void kernels(void) {
    MAKES(CL_INVALID_PROGRAM, clCreateKernel(NULL, "k", &error));
    MAKES(CL_INVALID_VALUE, clCreateKernel(program, NULL, &error));
    MAKES(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "l", &error));
    CODE(CL_INVALID_KERNEL, clRetainKernel(NULL));
    CODE(CL_INVALID_KERNEL, clReleaseKernel((void *)program));
    CODE(CL_INVALID_KERNEL, clSetKernelArg(NULL, 0, 4, host));
    CODE(CL_INVALID_ARG_INDEX, clSetKernelArg(kernel, 9, 4, host));
    CODE(CL_INVALID_KERNEL, clGetKernelInfo(NULL, CL_KERNEL_NUM_ARGS, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetKernelInfo(kernel, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetKernelArgInfo(kernel, 0, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_DEVICE, clGetKernelWorkGroupInfo(kernel, NOWHERE, CL_KERNEL_WORK_GROUP_SIZE, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetKernelWorkGroupInfo(kernel, device, CL_DEVICE_NAME, 0, NULL, NULL));

    size_t global = 16, none = 0, three = 3, much = 4096, huge = (size_t)1 << 33, last = UINT32_MAX;
#define RUN(dimensions, offset, global, local) \
    clEnqueueNDRangeKernel(queue, kernel, dimensions, offset, global, local, 0, NULL, NULL)
    CODE(CL_INVALID_KERNEL_ARGS, RUN(1, NULL, &global, NULL));
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    CODE(CL_INVALID_COMMAND_QUEUE, clEnqueueNDRangeKernel(NULL, kernel, 1, NULL, &global, NULL, 0, NULL, NULL));
    CODE(CL_INVALID_KERNEL, clEnqueueNDRangeKernel(queue, NULL, 1, NULL, &global, NULL, 0, NULL, NULL));
    CODE(CL_INVALID_WORK_DIMENSION, RUN(0, NULL, &global, NULL));
    CODE(CL_INVALID_WORK_DIMENSION, RUN(4, NULL, &global, NULL));
    CODE(CL_INVALID_GLOBAL_WORK_SIZE, RUN(1, NULL, &huge, NULL));
    CODE(CL_INVALID_GLOBAL_OFFSET, RUN(1, &last, &global, NULL));
    CODE(CL_INVALID_WORK_GROUP_SIZE, RUN(1, NULL, &global, &none));
    CODE(CL_INVALID_WORK_GROUP_SIZE, RUN(1, NULL, &global, &three));
    CODE(CL_INVALID_WORK_ITEM_SIZE, RUN(1, NULL, &much, &much));
    CODE(CL_INVALID_EVENT_WAIT_LIST, clEnqueueTask(queue, kernel, 0, &gate, NULL));
    CODE(CL_INVALID_KERNEL, clEnqueueTask(queue, NULL, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueNativeKernel(queue, ignore_native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueNativeKernel(queue, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL));
    cl_int error;
    cl_command_queue elsewhere = clCreateCommandQueue(other, device, 0, &error);
    CODE(CL_INVALID_CONTEXT, clEnqueueTask(elsewhere, kernel, 0, NULL, NULL));
    OK(clReleaseCommandQueue(elsewhere));
}

static void events(void) {
    cl_event wrong = NOWHERE, both[2] = {gate, foreign_event}, marker;
    cl_ulong time;
    MAKES(CL_INVALID_CONTEXT, clCreateUserEvent(NULL, &error));
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
    CODE(CL_INVALID_EVENT, clSetUserEventStatus(marker, CL_COMPLETE));
    CODE(CL_INVALID_EVENT, clSetUserEventStatus(NULL, CL_COMPLETE));
    CODE(CL_INVALID_VALUE, clSetUserEventStatus(gate, CL_RUNNING));
    CODE(CL_INVALID_EVENT, clRetainEvent(NULL));
    CODE(CL_INVALID_EVENT, clReleaseEvent((void *)queue));
    CODE(CL_INVALID_EVENT, clGetEventInfo(NOWHERE, CL_EVENT_CONTEXT, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetEventInfo(marker, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_EVENT, clGetEventProfilingInfo(NULL, CL_PROFILING_COMMAND_END, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetEventProfilingInfo(marker, CL_DEVICE_NAME, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clGetEventProfilingInfo(marker, CL_PROFILING_COMMAND_END, 4, &time, NULL));
    CODE(CL_PROFILING_INFO_NOT_AVAILABLE, clGetEventProfilingInfo(gate, CL_PROFILING_COMMAND_END, 8, &time, NULL));
    CODE(CL_INVALID_EVENT, clSetEventCallback(NULL, CL_COMPLETE, ignore_event, NULL));
    CODE(CL_INVALID_VALUE, clSetEventCallback(gate, CL_COMPLETE, NULL, NULL));
    CODE(CL_INVALID_VALUE, clSetEventCallback(gate, CL_QUEUED, ignore_event, NULL));
    CODE(CL_INVALID_VALUE, clWaitForEvents(0, &marker));
    CODE(CL_INVALID_VALUE, clWaitForEvents(1, NULL));
    CODE(CL_INVALID_EVENT, clWaitForEvents(1, &wrong));
    CODE(CL_INVALID_CONTEXT, clWaitForEvents(2, both));
    CODE(CL_INVALID_VALUE, clEnqueueMarker(queue, NULL));
    CODE(CL_INVALID_COMMAND_QUEUE, clEnqueueMarker(NULL, &marker));
    CODE(CL_INVALID_VALUE, clEnqueueWaitForEvents(queue, 0, NULL));
    CODE(CL_INVALID_EVENT, clEnqueueWaitForEvents(queue, 1, &wrong));
    CODE(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier(NULL));
    CODE(CL_INVALID_COMMAND_QUEUE, clEnqueueBarrierWithWaitList(NULL, 0, NULL, NULL));
    CODE(CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList(queue, 1, &wrong, NULL));
    CODE(CL_INVALID_CONTEXT, clEnqueueBarrierWithWaitList(queue, 1, &foreign_event, NULL));
    OK(clReleaseEvent(marker));
    CODE(CL_INVALID_EVENT, clReleaseEvent(marker));
}

static void images_and_samplers(void) {
    cl_image_format format = {CL_RGBA, CL_FLOAT};
    cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};
    cl_uint count = 7;
    size_t zero[3] = {0}, one[3] = {1, 1, 1};
    MAKES(CL_INVALID_OPERATION, clCreateImage(context, 0, &format, &description, NULL, &error));
    MAKES(CL_INVALID_CONTEXT, clCreateImage(NULL, 0, &format, &description, NULL, &error));
    MAKES(CL_INVALID_OPERATION, clCreateImage2D(context, 0, &format, 4, 4, 0, NULL, &error));
    MAKES(CL_INVALID_OPERATION, clCreateImage3D(context, 0, &format, 4, 4, 4, 0, 0, NULL, &error));
    OK(clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
    HOLDS(count == 0);
    CODE(CL_INVALID_VALUE, clGetSupportedImageFormats(context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count));
    CODE(CL_INVALID_CONTEXT, clGetSupportedImageFormats(NULL, 0, CL_MEM_OBJECT_IMAGE2D, 0, NULL, &count));
    CODE(CL_INVALID_MEM_OBJECT, clGetImageInfo(buffer, CL_IMAGE_WIDTH, 0, NULL, NULL));
    MAKES(CL_INVALID_OPERATION, clCreateSampler(context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST, &error));
    CODE(CL_INVALID_SAMPLER, clRetainSampler(NULL));
    CODE(CL_INVALID_SAMPLER, clReleaseSampler(NOWHERE));
    CODE(CL_INVALID_SAMPLER, clGetSamplerInfo(NULL, CL_SAMPLER_CONTEXT, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueReadImage(queue, buffer, CL_TRUE, zero, one, 0, 0, host, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueWriteImage(queue, buffer, CL_TRUE, zero, one, 0, 0, host, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueFillImage(queue, buffer, host, zero, one, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueCopyImage(queue, buffer, buffer, zero, zero, one, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueCopyImageToBuffer(queue, buffer, buffer, zero, one, 0, 0, NULL, NULL));
    CODE(CL_INVALID_OPERATION, clEnqueueCopyBufferToImage(queue, buffer, buffer, 0, zero, one, 0, NULL, NULL));
    CODE(CL_INVALID_COMMAND_QUEUE, clEnqueueFillImage(NULL, buffer, host, zero, one, 0, NULL, NULL));
    MAKES(CL_INVALID_OPERATION,
          clEnqueueMapImage(queue, buffer, CL_TRUE, CL_MAP_READ, zero, one, NULL, NULL, 0, NULL, NULL, &error));
}

int main(void) {
    cl_int error;
    open_device();
    other = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    OK(error);
    foreign = clCreateBuffer(other, 0, 16, NULL, &error);
    OK(error);
    foreign_event = clCreateUserEvent(other, &error);
    OK(error);
    gate = clCreateUserEvent(context, &error);
    OK(error);
    buffer = buffer_of(0, 4096, NULL);
    read_only = buffer_of(CL_MEM_READ_ONLY, 4096, NULL);
    host_no_access = buffer_of(CL_MEM_HOST_NO_ACCESS, 4096, NULL);
    program = program_of("__kernel void k(__global int *a) { *a = 1; }", NULL);
    kernel = kernel_of(program, "k");
    platforms_and_devices();
    contexts();
    queues();
    creating_buffers();
    transfers();
    rectangles();
    maps();
    programs();
    kernels();
    events();
    images_and_samplers();
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    cl_mem buffers[] = {buffer, read_only, host_no_access, foreign};
    for (int i = 0; i < 4; i++) OK(clReleaseMemObject(buffers[i]));
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(foreign_event));
    OK(clReleaseContext(other));
    close_device();
    return ended();
}
