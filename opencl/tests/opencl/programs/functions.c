/* Every function of OpenCL 3.0, with right and with wrong arguments: an answer of the standard each time. A line for each call:
   the name of the function, `right` or `wrong`, and the answer. A wrong handle is an object of another kind, as a loader follows handles. */
#include "check.h"

static cl_mem buffer, part;
static cl_program program, text, object;
static cl_kernel kernel;
static cl_event gate, done;
static cl_sampler no_sampler;
static char host[256];
static const size_t zero[3] = {0}, one[3] = {1, 1, 1};
static const cl_image_format format = {CL_RGBA, CL_FLOAT};
static const cl_image_desc description = {.image_type = CL_MEM_OBJECT_IMAGE2D, .image_width = 4, .image_height = 4};

/* An object of another kind than any call wants. */
#define OTHER ((void *)(wrong_kind))
static void *wrong_kind;

/* A function that returns a code. */
#define CALL(how, expected, function, ...)                                                                             \
    do {                                                                                                               \
        CODE(expected, function(__VA_ARGS__));                                                                         \
        printf("%s %s %s\n", #function, #how, #expected);                                                                            \
    } while (0)

/* A function that makes an object, and has a place for its code at the end. */
#define MADE(how, expected, answer, made, function, ...)                                                               \
    do {                                                                                                               \
        cl_int error = 12345;                                                                                          \
        made = function(__VA_ARGS__, &error);                                                                          \
        CODE(expected, error);                                                                                         \
        HOLDS((made != NULL) == (error == CL_SUCCESS));                                                                \
        printf("%s %s %s\n", #function, #how, answer);                                                                 \
    } while (0)
#define MAKE(how, expected, made, function, ...) MADE(how, expected, #expected, made, function, __VA_ARGS__)

/* A function that makes nothing. */
#define NONE(how, expected, function, ...)                                                                             \
    do {                                                                                                               \
        const void *none_;                                                                                             \
        MADE(how, expected, #expected, none_, function, __VA_ARGS__);                                                  \
    } while (0)

/* A function without a code. */
#define FIND(how, condition, function, ...)                                                                            \
    do {                                                                                                               \
        const void *found = function(__VA_ARGS__);                                                                     \
        HOLDS(condition);                                                                                              \
        printf("%s %s %s\n", #function, #how, found ? "an address" : "null");                                                                            \
    } while (0)

static void CL_CALLBACK ignore_object(cl_context context, void *data) { (void)context, (void)data; }
static void CL_CALLBACK ignore_memory(cl_mem memory, void *data) { (void)memory, (void)data; }
static void CL_CALLBACK ignore_program(cl_program of, void *data) { (void)of, (void)data; }
static void CL_CALLBACK ignore_event(cl_event event, cl_int status, void *data) { (void)event, (void)status, (void)data; }
static void CL_CALLBACK ignore_native(void *data) { (void)data; }

static void platforms_and_devices(void) {
    cl_uint count;
    cl_ulong time;
    cl_device_id found;
    cl_device_partition_property parts[] = {CL_DEVICE_PARTITION_EQUALLY, 1, 0};
    CALL(right, CL_SUCCESS, clGetPlatformIDs, 1, &platform, &count);
    CALL(wrong, CL_INVALID_VALUE, clGetPlatformIDs, 0, NULL, NULL);
    CALL(right, CL_SUCCESS, clGetPlatformInfo, platform, CL_PLATFORM_NAME, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_VALUE, clGetPlatformInfo, platform, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_SUCCESS, clGetDeviceIDs, platform, CL_DEVICE_TYPE_ALL, 1, &found, &count);
    CALL(wrong, CL_INVALID_DEVICE_TYPE, clGetDeviceIDs, platform, 0, 1, &found, &count);
    CALL(right, CL_SUCCESS, clGetDeviceInfo, device, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_DEVICE, clGetDeviceInfo, OTHER, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_INVALID_VALUE, clCreateSubDevices, device, parts, 1, &found, &count);
    CALL(wrong, CL_INVALID_DEVICE, clCreateSubDevices, OTHER, parts, 1, &found, &count);
    CALL(right, CL_SUCCESS, clRetainDevice, device);
    CALL(wrong, CL_INVALID_DEVICE, clRetainDevice, OTHER);
    CALL(right, CL_SUCCESS, clReleaseDevice, device);
    CALL(wrong, CL_INVALID_DEVICE, clReleaseDevice, OTHER);
    CALL(right, CL_INVALID_OPERATION, clSetDefaultDeviceCommandQueue, context, device, queue);
    CALL(wrong, CL_INVALID_CONTEXT, clSetDefaultDeviceCommandQueue, OTHER, device, queue);
    CALL(right, CL_INVALID_OPERATION, clGetDeviceAndHostTimer, device, &time, &time);
    CALL(wrong, CL_INVALID_DEVICE, clGetDeviceAndHostTimer, OTHER, &time, &time);
    CALL(right, CL_INVALID_OPERATION, clGetHostTimer, device, &time);
    CALL(wrong, CL_INVALID_DEVICE, clGetHostTimer, OTHER, &time);
    CALL(right, CL_SUCCESS, clUnloadPlatformCompiler, platform);
    CALL(wrong, CL_INVALID_PLATFORM, clUnloadPlatformCompiler, OTHER);
    /* Without arguments nothing can be wrong. */
    CALL(right, CL_SUCCESS, clUnloadCompiler);
    CALL(wrong, CL_SUCCESS, clUnloadCompiler);
    FIND(right, found != NULL, clGetExtensionFunctionAddressForPlatform, platform, "clIcdGetPlatformIDsKHR");
    FIND(wrong, found == NULL, clGetExtensionFunctionAddressForPlatform, platform, "clNothing");
    /* A loader finds only names that end with the suffix of a platform. */
    FIND(right, found == found, clGetExtensionFunctionAddress, "clIcdGetPlatformIDsKHR");
    FIND(wrong, found == NULL, clGetExtensionFunctionAddress, "clNothing");
}

static void contexts_and_queues(void) {
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_queue_properties on_device[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_ON_DEVICE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_queue_properties profiling[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_command_queue_properties old;
    cl_context own;
    cl_command_queue other;
    MAKE(right, CL_SUCCESS, own, clCreateContext, NULL, 1, &device, NULL, NULL);
    NONE(wrong, CL_INVALID_VALUE, clCreateContext, properties, 1, &device, NULL, host);
    CALL(right, CL_SUCCESS, clSetContextDestructorCallback, own, ignore_object, NULL);
    CALL(wrong, CL_INVALID_VALUE, clSetContextDestructorCallback, own, NULL, NULL);
    CALL(right, CL_SUCCESS, clRetainContext, own);
    CALL(wrong, CL_INVALID_CONTEXT, clRetainContext, OTHER);
    CALL(right, CL_SUCCESS, clGetContextInfo, own, CL_CONTEXT_NUM_DEVICES, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_VALUE, clGetContextInfo, own, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_SUCCESS, clReleaseContext, own);
    CALL(wrong, CL_INVALID_CONTEXT, clReleaseContext, OTHER);
    OK(clReleaseContext(own));
    MAKE(right, CL_SUCCESS, own, clCreateContextFromType, properties, CL_DEVICE_TYPE_GPU, NULL, NULL);
    NONE(wrong, CL_INVALID_DEVICE_TYPE, clCreateContextFromType, properties, 0, NULL, NULL);
    OK(clReleaseContext(own));

    MAKE(right, CL_SUCCESS, other, clCreateCommandQueue, context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateCommandQueue, OTHER, device, 0);
    CALL(right, CL_SUCCESS, clRetainCommandQueue, other);
    CALL(wrong, CL_INVALID_COMMAND_QUEUE, clRetainCommandQueue, OTHER);
    CALL(right, CL_SUCCESS, clGetCommandQueueInfo, other, CL_QUEUE_CONTEXT, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_VALUE, clGetCommandQueueInfo, other, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_INVALID_OPERATION, clSetCommandQueueProperty, other, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old);
    CALL(wrong, CL_INVALID_COMMAND_QUEUE, clSetCommandQueueProperty, OTHER, CL_QUEUE_PROFILING_ENABLE, CL_TRUE, &old);
    CALL(right, CL_SUCCESS, clFlush, other);
    CALL(wrong, CL_INVALID_COMMAND_QUEUE, clFlush, OTHER);
    CALL(right, CL_SUCCESS, clFinish, other);
    CALL(wrong, CL_INVALID_COMMAND_QUEUE, clFinish, OTHER);
    CALL(right, CL_SUCCESS, clReleaseCommandQueue, other);
    CALL(wrong, CL_INVALID_COMMAND_QUEUE, clReleaseCommandQueue, OTHER);
    OK(clReleaseCommandQueue(other));
    MAKE(right, CL_SUCCESS, other, clCreateCommandQueueWithProperties, context, device, profiling);
    NONE(wrong, CL_INVALID_QUEUE_PROPERTIES, clCreateCommandQueueWithProperties, context, device, on_device);
    OK(clReleaseCommandQueue(other));
}

static void buffers(void) {
    cl_mem_properties unknown[] = {77, 0, 0}, empty[] = {0};
    cl_buffer_region region = {0, 128};
    cl_mem other;
    void *mapped;
    MAKE(right, CL_SUCCESS, buffer, clCreateBuffer, context, 0, sizeof host, NULL);
    NONE(wrong, CL_INVALID_BUFFER_SIZE, clCreateBuffer, context, 0, 0, NULL);
    MAKE(right, CL_SUCCESS, other, clCreateBufferWithProperties, context, empty, 0, 16, NULL);
    NONE(wrong, CL_INVALID_PROPERTY, clCreateBufferWithProperties, context, unknown, 0, 16, NULL);
    OK(clReleaseMemObject(other));
    MAKE(right, CL_SUCCESS, part, clCreateSubBuffer, buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, &region);
    NONE(wrong, CL_INVALID_VALUE, clCreateSubBuffer, buffer, 0, CL_BUFFER_CREATE_TYPE_REGION, NULL);
    CALL(right, CL_SUCCESS, clSetMemObjectDestructorCallback, part, ignore_memory, NULL);
    CALL(wrong, CL_INVALID_VALUE, clSetMemObjectDestructorCallback, part, NULL, NULL);
    CALL(right, CL_SUCCESS, clRetainMemObject, part);
    CALL(wrong, CL_INVALID_MEM_OBJECT, clRetainMemObject, OTHER);
    CALL(right, CL_SUCCESS, clReleaseMemObject, part);
    CALL(wrong, CL_INVALID_MEM_OBJECT, clReleaseMemObject, OTHER);
    CALL(right, CL_SUCCESS, clGetMemObjectInfo, part, CL_MEM_SIZE, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_VALUE, clGetMemObjectInfo, part, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_SUCCESS, clEnqueueReadBuffer, queue, buffer, CL_TRUE, 0, 4, host, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueReadBuffer, queue, buffer, CL_TRUE, 0, 4, NULL, 0, NULL, NULL);
    CALL(right, CL_SUCCESS, clEnqueueWriteBuffer, queue, buffer, CL_TRUE, 0, 4, host, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_MEM_OBJECT, clEnqueueWriteBuffer, queue, OTHER, CL_TRUE, 0, 4, host, 0, NULL, NULL);
    CALL(right, CL_SUCCESS, clEnqueueCopyBuffer, queue, buffer, buffer, 0, 128, 4, 0, NULL, NULL);
    CALL(wrong, CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer, queue, buffer, buffer, 0, 2, 4, 0, NULL, NULL);
    CALL(right, CL_SUCCESS, clEnqueueFillBuffer, queue, buffer, host, 4, 0, 64, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueFillBuffer, queue, buffer, host, 3, 0, 63, 0, NULL, NULL);
    CALL(right, CL_SUCCESS, clEnqueueReadBufferRect, queue, buffer, CL_TRUE, zero, zero, one, 0, 0, 0, 0, host, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueReadBufferRect, queue, buffer, CL_TRUE, zero, zero, zero, 0, 0, 0, 0, host, 0, NULL,
         NULL);
    CALL(right, CL_SUCCESS, clEnqueueWriteBufferRect, queue, buffer, CL_TRUE, zero, zero, one, 0, 0, 0, 0, host, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueWriteBufferRect, queue, buffer, CL_TRUE, NULL, zero, one, 0, 0, 0, 0, host, 0, NULL,
         NULL);
    CALL(right, CL_SUCCESS, clEnqueueCopyBufferRect, queue, buffer, buffer, zero, one, one, 0, 0, 0, 0, 0, NULL, NULL);
    CALL(wrong, CL_MEM_COPY_OVERLAP, clEnqueueCopyBufferRect, queue, buffer, buffer, zero, zero, one, 0, 0, 0, 0, 0, NULL, NULL);
    MAKE(right, CL_SUCCESS, mapped, clEnqueueMapBuffer, queue, buffer, CL_TRUE, CL_MAP_READ, 0, 4, 0, NULL, NULL);
    NONE(wrong, CL_INVALID_VALUE, clEnqueueMapBuffer, queue, buffer, CL_TRUE, CL_MAP_READ, 0, 0, 0, NULL, NULL);
    CALL(right, CL_SUCCESS, clEnqueueUnmapMemObject, queue, buffer, mapped, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueUnmapMemObject, queue, buffer, host, 0, NULL, NULL);
    CALL(right, CL_SUCCESS, clEnqueueMigrateMemObjects, queue, 1, &buffer, 0, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueMigrateMemObjects, queue, 0, NULL, 0, 0, NULL, NULL);
}

static void programs(void) {
    const char *source = "__kernel void k(__global int *a) { *a = 1; }", *library = "int two(void) { return 2; }";
    const unsigned char *binary = (const unsigned char *)"no program";
    size_t length = 10, size;
    cl_int status;
    cl_program other;
    MAKE(right, CL_SUCCESS, program, clCreateProgramWithSource, context, 1, &source, NULL);
    NONE(wrong, CL_INVALID_VALUE, clCreateProgramWithSource, context, 0, NULL, NULL);
    CALL(right, CL_SUCCESS, clBuildProgram, program, 1, &device, NULL, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clBuildProgram, program, 1, NULL, NULL, NULL, NULL);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL));
    unsigned char *made = malloc(size);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof made, &made, NULL));
    MAKE(right, CL_SUCCESS, other, clCreateProgramWithBinary, context, 1, &device, &size, (const unsigned char **)&made, &status);
    NONE(wrong, CL_INVALID_BINARY, clCreateProgramWithBinary, context, 1, &device, &length, &binary, &status);
    free(made);
    CALL(right, CL_SUCCESS, clRetainProgram, other);
    CALL(wrong, CL_INVALID_PROGRAM, clRetainProgram, OTHER);
    CALL(right, CL_SUCCESS, clReleaseProgram, other);
    CALL(wrong, CL_INVALID_PROGRAM, clReleaseProgram, OTHER);
    OK(clReleaseProgram(other));
    NONE(right, CL_INVALID_VALUE, clCreateProgramWithBuiltInKernels, context, 1, &device, "motion");
    NONE(wrong, CL_INVALID_CONTEXT, clCreateProgramWithBuiltInKernels, OTHER, 1, &device, "motion");
    NONE(right, CL_INVALID_OPERATION, clCreateProgramWithIL, context, host, 4);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateProgramWithIL, OTHER, host, 4);
    text = clCreateProgramWithSource(context, 1, &library, NULL, &status);
    OK(status);
    CALL(right, CL_SUCCESS, clCompileProgram, text, 0, NULL, NULL, 0, NULL, NULL, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clCompileProgram, text, 0, NULL, NULL, 1, NULL, NULL, NULL, NULL);
    MAKE(right, CL_SUCCESS, object, clLinkProgram, context, 0, NULL, "-create-library", 1, &text, NULL, NULL);
    NONE(wrong, CL_INVALID_VALUE, clLinkProgram, context, 0, NULL, NULL, 0, NULL, NULL, NULL);
    CALL(right, CL_INVALID_OPERATION, clSetProgramReleaseCallback, program, ignore_program, NULL);
    CALL(wrong, CL_INVALID_PROGRAM, clSetProgramReleaseCallback, OTHER, ignore_program, NULL);
    CALL(right, CL_INVALID_OPERATION, clSetProgramSpecializationConstant, program, 0, 4, host);
    CALL(wrong, CL_INVALID_PROGRAM, clSetProgramSpecializationConstant, OTHER, 0, 4, host);
    CALL(right, CL_SUCCESS, clGetProgramInfo, program, CL_PROGRAM_CONTEXT, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_VALUE, clGetProgramInfo, program, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_SUCCESS, clGetProgramBuildInfo, program, device, CL_PROGRAM_BUILD_STATUS, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_DEVICE, clGetProgramBuildInfo, program, OTHER, CL_PROGRAM_BUILD_STATUS, sizeof host, host, NULL);
}

static void kernels(void) {
    cl_uint count;
    cl_kernel other;
    size_t global = 4, large = (size_t)1 << 40;
    MAKE(right, CL_SUCCESS, kernel, clCreateKernel, program, "k");
    NONE(wrong, CL_INVALID_KERNEL_NAME, clCreateKernel, program, "l");
    CALL(right, CL_SUCCESS, clCreateKernelsInProgram, program, 1, &other, &count);
    CALL(wrong, CL_INVALID_VALUE, clCreateKernelsInProgram, program, 0, &other, &count);
    CALL(right, CL_SUCCESS, clRetainKernel, other);
    CALL(wrong, CL_INVALID_KERNEL, clRetainKernel, OTHER);
    CALL(right, CL_SUCCESS, clReleaseKernel, other);
    CALL(wrong, CL_INVALID_KERNEL, clReleaseKernel, OTHER);
    OK(clReleaseKernel(other));
    CALL(right, CL_SUCCESS, clSetKernelArg, kernel, 0, sizeof buffer, &buffer);
    CALL(wrong, CL_INVALID_ARG_INDEX, clSetKernelArg, kernel, 9, sizeof buffer, &buffer);
    MAKE(right, CL_SUCCESS, other, clCloneKernel, kernel);
    NONE(wrong, CL_INVALID_KERNEL, clCloneKernel, OTHER);
    CALL(right, CL_SUCCESS, clEnqueueTask, queue, other, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_KERNEL, clEnqueueTask, queue, OTHER, 0, NULL, NULL);
    OK(clReleaseKernel(other));
    CALL(right, CL_INVALID_OPERATION, clSetKernelArgSVMPointer, kernel, 0, host);
    CALL(wrong, CL_INVALID_KERNEL, clSetKernelArgSVMPointer, OTHER, 0, host);
    CALL(right, CL_INVALID_OPERATION, clSetKernelExecInfo, kernel, CL_KERNEL_EXEC_INFO_SVM_PTRS, sizeof(void *), host);
    CALL(wrong, CL_INVALID_VALUE, clSetKernelExecInfo, kernel, CL_DEVICE_NAME, sizeof(void *), host);
    CALL(right, CL_SUCCESS, clGetKernelInfo, kernel, CL_KERNEL_NUM_ARGS, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_VALUE, clGetKernelInfo, kernel, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_SUCCESS, clGetKernelArgInfo, kernel, 0, CL_KERNEL_ARG_NAME, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_ARG_INDEX, clGetKernelArgInfo, kernel, 9, CL_KERNEL_ARG_NAME, sizeof host, host, NULL);
    CALL(right, CL_SUCCESS, clGetKernelWorkGroupInfo, kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_VALUE, clGetKernelWorkGroupInfo, kernel, device, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_INVALID_OPERATION, clGetKernelSubGroupInfo, kernel, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof host,
         host, NULL);
    CALL(wrong, CL_INVALID_KERNEL, clGetKernelSubGroupInfo, OTHER, device, CL_KERNEL_MAX_NUM_SUB_GROUPS, 0, NULL, sizeof host,
         host, NULL);
    CALL(right, CL_SUCCESS, clEnqueueNDRangeKernel, queue, kernel, 1, NULL, &global, NULL, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_GLOBAL_WORK_SIZE, clEnqueueNDRangeKernel, queue, kernel, 1, NULL, &large, NULL, 0, NULL, NULL);
    CALL(right, CL_INVALID_OPERATION, clEnqueueNativeKernel, queue, ignore_native, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueNativeKernel, queue, NULL, NULL, 0, 0, NULL, NULL, 0, NULL, NULL);
}

static void events(void) {
    cl_event wrong = OTHER;
    cl_ulong time;
    MAKE(right, CL_SUCCESS, gate, clCreateUserEvent, context);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateUserEvent, OTHER);
    CALL(right, CL_SUCCESS, clSetEventCallback, gate, CL_COMPLETE, ignore_event, NULL);
    CALL(wrong, CL_INVALID_VALUE, clSetEventCallback, gate, CL_COMPLETE, NULL, NULL);
    CALL(right, CL_SUCCESS, clSetUserEventStatus, gate, CL_COMPLETE);
    CALL(wrong, CL_INVALID_OPERATION, clSetUserEventStatus, gate, CL_COMPLETE);
    CALL(right, CL_SUCCESS, clWaitForEvents, 1, &gate);
    CALL(wrong, CL_INVALID_VALUE, clWaitForEvents, 0, NULL);
    CALL(right, CL_SUCCESS, clEnqueueMarkerWithWaitList, queue, 1, &gate, &done);
    CALL(wrong, CL_INVALID_EVENT_WAIT_LIST, clEnqueueMarkerWithWaitList, queue, 1, NULL, NULL);
    CALL(right, CL_SUCCESS, clEnqueueBarrierWithWaitList, queue, 1, &gate, NULL);
    CALL(wrong, CL_INVALID_EVENT_WAIT_LIST, clEnqueueBarrierWithWaitList, queue, 1, &wrong, NULL);
    CALL(right, CL_SUCCESS, clRetainEvent, done);
    CALL(wrong, CL_INVALID_EVENT, clRetainEvent, OTHER);
    CALL(right, CL_SUCCESS, clReleaseEvent, done);
    CALL(wrong, CL_INVALID_EVENT, clReleaseEvent, OTHER);
    CALL(right, CL_SUCCESS, clGetEventInfo, done, CL_EVENT_CONTEXT, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_VALUE, clGetEventInfo, done, CL_DEVICE_NAME, sizeof host, host, NULL);
    CALL(right, CL_SUCCESS, clGetEventProfilingInfo, done, CL_PROFILING_COMMAND_COMPLETE, sizeof time, &time, NULL);
    CALL(wrong, CL_PROFILING_INFO_NOT_AVAILABLE, clGetEventProfilingInfo, gate, CL_PROFILING_COMMAND_END, sizeof time, &time,
         NULL);
    OK(clReleaseEvent(done));
    CALL(right, CL_SUCCESS, clEnqueueMarker, queue, &done);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueMarker, queue, NULL);
    CALL(right, CL_SUCCESS, clEnqueueWaitForEvents, queue, 1, &done);
    CALL(wrong, CL_INVALID_VALUE, clEnqueueWaitForEvents, queue, 0, NULL);
    CALL(right, CL_SUCCESS, clEnqueueBarrier, queue);
    CALL(wrong, CL_INVALID_COMMAND_QUEUE, clEnqueueBarrier, OTHER);
    OK(clReleaseEvent(done));
    OK(clReleaseEvent(gate));
}

static void images_and_samplers(void) {
    cl_uint count;
    CALL(right, CL_SUCCESS, clGetSupportedImageFormats, context, CL_MEM_KERNEL_READ_AND_WRITE, CL_MEM_OBJECT_IMAGE2D, 0, NULL,
         &count);
    HOLDS(count == 0);
    CALL(wrong, CL_INVALID_VALUE, clGetSupportedImageFormats, context, 0, CL_MEM_OBJECT_BUFFER, 0, NULL, &count);
    NONE(right, CL_INVALID_OPERATION, clCreateImage, context, 0, &format, &description, NULL);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateImage, OTHER, 0, &format, &description, NULL);
    NONE(right, CL_INVALID_OPERATION, clCreateImageWithProperties, context, NULL, 0, &format, &description, NULL);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateImageWithProperties, OTHER, NULL, 0, &format, &description, NULL);
    NONE(right, CL_INVALID_OPERATION, clCreateImage2D, context, 0, &format, 4, 4, 0, NULL);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateImage2D, OTHER, 0, &format, 4, 4, 0, NULL);
    NONE(right, CL_INVALID_OPERATION, clCreateImage3D, context, 0, &format, 4, 4, 4, 0, 0, NULL);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateImage3D, OTHER, 0, &format, 4, 4, 4, 0, 0, NULL);
    CALL(right, CL_INVALID_MEM_OBJECT, clGetImageInfo, buffer, CL_IMAGE_WIDTH, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_MEM_OBJECT, clGetImageInfo, OTHER, CL_IMAGE_WIDTH, sizeof host, host, NULL);
#define IMAGE(function, ...)                                                                                           \
    CALL(right, CL_INVALID_OPERATION, function, queue, __VA_ARGS__, 0, NULL, NULL);                                    \
    CALL(wrong, CL_INVALID_COMMAND_QUEUE, function, OTHER, __VA_ARGS__, 0, NULL, NULL)
    IMAGE(clEnqueueReadImage, buffer, CL_TRUE, zero, one, 0, 0, host);
    IMAGE(clEnqueueWriteImage, buffer, CL_TRUE, zero, one, 0, 0, host);
    IMAGE(clEnqueueFillImage, buffer, host, zero, one);
    IMAGE(clEnqueueCopyImage, buffer, buffer, zero, zero, one);
    IMAGE(clEnqueueCopyImageToBuffer, buffer, buffer, zero, one, 0);
    IMAGE(clEnqueueCopyBufferToImage, buffer, buffer, 0, zero, one);
    NONE(right, CL_INVALID_OPERATION, clEnqueueMapImage, queue, buffer, CL_TRUE, CL_MAP_READ, zero, one, NULL, NULL, 0, NULL, NULL);
    NONE(wrong, CL_INVALID_COMMAND_QUEUE, clEnqueueMapImage, OTHER, buffer, CL_TRUE, CL_MAP_READ, zero, one, NULL, NULL, 0, NULL,
         NULL);
    NONE(right, CL_INVALID_OPERATION, clCreateSampler, context, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateSampler, OTHER, CL_FALSE, CL_ADDRESS_NONE, CL_FILTER_NEAREST);
    NONE(right, CL_INVALID_OPERATION, clCreateSamplerWithProperties, context, NULL);
    NONE(wrong, CL_INVALID_CONTEXT, clCreateSamplerWithProperties, OTHER, NULL);
    /* No handle is a sampler: what comes nearest is an object of this library. */
    no_sampler = (void *)buffer;
    CALL(right, CL_INVALID_SAMPLER, clRetainSampler, no_sampler);
    CALL(wrong, CL_INVALID_SAMPLER, clRetainSampler, OTHER);
    CALL(right, CL_INVALID_SAMPLER, clReleaseSampler, no_sampler);
    CALL(wrong, CL_INVALID_SAMPLER, clReleaseSampler, OTHER);
    CALL(right, CL_INVALID_SAMPLER, clGetSamplerInfo, no_sampler, CL_SAMPLER_CONTEXT, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_SAMPLER, clGetSamplerInfo, OTHER, CL_SAMPLER_CONTEXT, sizeof host, host, NULL);
}

static void pipes_and_shared_memory(void) {
    void *pointers[] = {host};
    const void *const_pointers[] = {host};
    NONE(right, CL_INVALID_OPERATION, clCreatePipe, context, 0, 4, 4, NULL);
    NONE(wrong, CL_INVALID_CONTEXT, clCreatePipe, OTHER, 0, 4, 4, NULL);
    CALL(right, CL_INVALID_MEM_OBJECT, clGetPipeInfo, buffer, CL_PIPE_PACKET_SIZE, sizeof host, host, NULL);
    CALL(wrong, CL_INVALID_MEM_OBJECT, clGetPipeInfo, OTHER, CL_PIPE_PACKET_SIZE, sizeof host, host, NULL);
    FIND(right, found == NULL, clSVMAlloc, context, CL_MEM_READ_WRITE, 64, 0);
    FIND(wrong, found == NULL, clSVMAlloc, OTHER, CL_MEM_READ_WRITE, 0, 3);
    clSVMFree(context, NULL);
    printf("clSVMFree right nothing\n");
    clSVMFree(OTHER, host);
    printf("clSVMFree wrong nothing\n");
    IMAGE(clEnqueueSVMFree, 1, pointers, NULL, NULL);
    IMAGE(clEnqueueSVMMemcpy, CL_TRUE, host, host + 64, 4);
    IMAGE(clEnqueueSVMMemFill, host, host + 64, 4, 16);
    IMAGE(clEnqueueSVMMap, CL_TRUE, CL_MAP_READ, host, 16);
    IMAGE(clEnqueueSVMUnmap, host);
    IMAGE(clEnqueueSVMMigrateMem, 1, const_pointers, NULL, 0);
}

int main(void) {
    open_device();
    cl_int error;
    cl_event other = clCreateUserEvent(context, &error);
    OK(error);
    wrong_kind = other;
    platforms_and_devices();
    contexts_and_queues();
    buffers();
    programs();
    kernels();
    /* An event is a wrong event only if it is something else. */
    wrong_kind = buffer;
    events();
    wrong_kind = other;
    images_and_samplers();
    pipes_and_shared_memory();
    OK(clReleaseEvent(other));
    OK(clReleaseKernel(kernel));
    cl_program all[] = {program, text, object};
    for (int i = 0; i < 3; i++) OK(clReleaseProgram(all[i]));
    OK(clReleaseMemObject(part));
    OK(clReleaseMemObject(buffer));
    close_device();
    return ended();
}
