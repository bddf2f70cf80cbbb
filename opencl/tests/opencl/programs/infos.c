/* Every query of every object: the size of its answer, and that too little room is refused. Some values, too. */
#include "check.h"
#include <CL/cl_icd.h>

/* Size of an answer that is a text. */
#define TEXT ((size_t)-1)

static unsigned char value[65536], again[65536];

/* The query `call(name, room, value, &size)`. */
#define QUERY(name, expected, call)                                                                                    \
    do {                                                                                                               \
        size_t size = 0, returned = 0;                                                                                 \
        OK(call(name, 0, NULL, &size));                                                                                \
        if ((expected) == TEXT ? size == 0 : size != (expected)) COMPLAIN(#name ": %zu bytes", size);                  \
        memset(value, 0xaa, sizeof value);                                                                             \
        if (size) CODE(CL_INVALID_VALUE, call(name, size - 1, value, NULL));                                           \
        HOLDS(value[0] == 0xaa);                                                                                       \
        OK(call(name, size, value, NULL));                                                                             \
        OK(call(name, sizeof again, again, &returned));                                                                \
        HOLDS(returned == size && !memcmp(value, again, size));                                                        \
        if ((expected) == TEXT) HOLDS(value[size - 1] == 0 && strlen((char *)value) == size - 1);                      \
    } while (0)

static cl_mem buffer;
static cl_program program;
static cl_kernel kernel;
static cl_event event;

#define PLATFORM(name, room, place, size) clGetPlatformInfo(platform, name, room, place, size)
#define DEVICE(name, room, place, size) clGetDeviceInfo(device, name, room, place, size)
#define CONTEXT(name, room, place, size) clGetContextInfo(context, name, room, place, size)
#define QUEUE(name, room, place, size) clGetCommandQueueInfo(queue, name, room, place, size)
#define MEMORY(name, room, place, size) clGetMemObjectInfo(buffer, name, room, place, size)
#define PROGRAM(name, room, place, size) clGetProgramInfo(program, name, room, place, size)
#define BUILD(name, room, place, size) clGetProgramBuildInfo(program, device, name, room, place, size)
#define KERNEL(name, room, place, size) clGetKernelInfo(kernel, name, room, place, size)
#define ARGUMENT(name, room, place, size) clGetKernelArgInfo(kernel, 0, name, room, place, size)
#define GROUP(name, room, place, size) clGetKernelWorkGroupInfo(kernel, device, name, room, place, size)
#define EVENT(name, room, place, size) clGetEventInfo(event, name, room, place, size)
#define TIME(name, room, place, size) clGetEventProfilingInfo(event, name, room, place, size)

static void platform_queries(void) {
    cl_platform_info texts[] = {CL_PLATFORM_PROFILE, CL_PLATFORM_VERSION, CL_PLATFORM_NAME, CL_PLATFORM_VENDOR,
                                CL_PLATFORM_EXTENSIONS, CL_PLATFORM_ICD_SUFFIX_KHR};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) QUERY(texts[i], TEXT, PLATFORM);
    QUERY(CL_PLATFORM_VERSION, TEXT, PLATFORM);
    HOLDS(!strncmp((char *)value, "OpenCL 3.0 Heddle ", 18));
    QUERY(CL_PLATFORM_NUMERIC_VERSION, sizeof(cl_version), PLATFORM);
    cl_version version = CL_MAKE_VERSION(3, 0, 0);
    HOLDS(!memcmp(value, &version, sizeof version));
    QUERY(CL_PLATFORM_HOST_TIMER_RESOLUTION, 8, PLATFORM);
    HOLDS(value[0] == 0);
    QUERY(CL_PLATFORM_EXTENSIONS_WITH_VERSION, 7 * sizeof(cl_name_version), PLATFORM);
}

/* The text of a query is the names in a list of names with versions, separated by spaces. */
static void lists_agree(cl_device_info text, cl_device_info list) {
    char names[4096] = "", expected[4096];
    cl_name_version all[64];
    size_t bytes;
    OK(clGetDeviceInfo(device, text, sizeof expected, expected, NULL));
    OK(clGetDeviceInfo(device, list, sizeof all, all, &bytes));
    for (size_t i = 0; i < bytes / sizeof *all; i++) {
        if (i) strcat(names, " ");
        strcat(names, all[i].name);
        HOLDS(all[i].version == CL_MAKE_VERSION(1, 0, 0));
    }
    HOLDS(!strcmp(names, expected));
}

static void versions_of_the_language(void) {
    const cl_version versions[] = {CL_MAKE_VERSION(1, 0, 0), CL_MAKE_VERSION(1, 1, 0), CL_MAKE_VERSION(1, 2, 0),
                                   CL_MAKE_VERSION(3, 0, 0)};
    const cl_name_version *all = (cl_name_version *)value;
    QUERY(CL_DEVICE_OPENCL_C_ALL_VERSIONS, 4 * sizeof *all, DEVICE);
    for (int i = 0; i < 4; i++) HOLDS(all[i].version == versions[i] && !strcmp(all[i].name, "OpenCL C"));
    const char *const features[] = {"__opencl_c_int64", "__opencl_c_fp64"};
    QUERY(CL_DEVICE_OPENCL_C_FEATURES, 2 * sizeof *all, DEVICE);
    for (int i = 0; i < 2; i++) HOLDS(all[i].version == CL_MAKE_VERSION(3, 0, 0) && !strcmp(all[i].name, features[i]));
    QUERY(CL_DEVICE_OPENCL_C_VERSION, TEXT, DEVICE);
    HOLDS(!strncmp((char *)value, "OpenCL C 1.2 ", 13));
    QUERY(CL_DEVICE_VERSION, TEXT, DEVICE);
    HOLDS(!strncmp((char *)value, "OpenCL 3.0 Heddle ", 18));
}

/* Features that the device lacks have an answer of zeros. */
static void absent_features(void) {
    struct {
        cl_device_info name;
        size_t size;
    } all[] = {
        {CL_DEVICE_IMAGE_PITCH_ALIGNMENT, 4},
        {CL_DEVICE_IMAGE_BASE_ADDRESS_ALIGNMENT, 4},
        {CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS, 4},
        {CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, sizeof(size_t)},
        {CL_DEVICE_QUEUE_ON_DEVICE_PROPERTIES, 8},
        {CL_DEVICE_QUEUE_ON_DEVICE_PREFERRED_SIZE, 4},
        {CL_DEVICE_QUEUE_ON_DEVICE_MAX_SIZE, 4},
        {CL_DEVICE_MAX_ON_DEVICE_QUEUES, 4},
        {CL_DEVICE_MAX_ON_DEVICE_EVENTS, 4},
        {CL_DEVICE_SVM_CAPABILITIES, 8},
        {CL_DEVICE_GLOBAL_VARIABLE_PREFERRED_TOTAL_SIZE, sizeof(size_t)},
        {CL_DEVICE_MAX_PIPE_ARGS, 4},
        {CL_DEVICE_PIPE_MAX_ACTIVE_RESERVATIONS, 4},
        {CL_DEVICE_PIPE_MAX_PACKET_SIZE, 4},
        {CL_DEVICE_PREFERRED_PLATFORM_ATOMIC_ALIGNMENT, 4},
        {CL_DEVICE_PREFERRED_GLOBAL_ATOMIC_ALIGNMENT, 4},
        {CL_DEVICE_PREFERRED_LOCAL_ATOMIC_ALIGNMENT, 4},
        {CL_DEVICE_IL_VERSION, 1},
        {CL_DEVICE_MAX_NUM_SUB_GROUPS, 4},
        {CL_DEVICE_SUB_GROUP_INDEPENDENT_FORWARD_PROGRESS, sizeof(cl_bool)},
        {CL_DEVICE_ILS_WITH_VERSION, 0},
        {CL_DEVICE_BUILT_IN_KERNELS_WITH_VERSION, 0},
        {CL_DEVICE_NON_UNIFORM_WORK_GROUP_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES, 8},
        {CL_DEVICE_PIPE_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_LATEST_CONFORMANCE_VERSION_PASSED, 1},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        QUERY(all[i].name, all[i].size, DEVICE);
        for (size_t byte = 0; byte < all[i].size; byte++) HOLDS(value[byte] == 0);
    }
}

static void device_queries(void) {
    struct {
        cl_device_info name;
        size_t size;
    } all[] = {
        {CL_DEVICE_TYPE, sizeof(cl_device_type)},
        {CL_DEVICE_VENDOR_ID, 4},
        {CL_DEVICE_MAX_COMPUTE_UNITS, 4},
        {CL_DEVICE_MAX_WORK_ITEM_DIMENSIONS, 4},
        {CL_DEVICE_MAX_WORK_ITEM_SIZES, 3 * sizeof(size_t)},
        {CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t)},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_CHAR, 4},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_SHORT, 4},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_INT, 4},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_LONG, 4},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_FLOAT, 4},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_DOUBLE, 4},
        {CL_DEVICE_PREFERRED_VECTOR_WIDTH_HALF, 4},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_CHAR, 4},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_SHORT, 4},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_INT, 4},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_LONG, 4},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, 4},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_DOUBLE, 4},
        {CL_DEVICE_NATIVE_VECTOR_WIDTH_HALF, 4},
        {CL_DEVICE_MAX_CLOCK_FREQUENCY, 4},
        {CL_DEVICE_ADDRESS_BITS, 4},
        {CL_DEVICE_MAX_MEM_ALLOC_SIZE, 8},
        {CL_DEVICE_IMAGE_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_MAX_READ_IMAGE_ARGS, 4},
        {CL_DEVICE_MAX_WRITE_IMAGE_ARGS, 4},
        {CL_DEVICE_IMAGE2D_MAX_WIDTH, sizeof(size_t)},
        {CL_DEVICE_IMAGE2D_MAX_HEIGHT, sizeof(size_t)},
        {CL_DEVICE_IMAGE3D_MAX_WIDTH, sizeof(size_t)},
        {CL_DEVICE_IMAGE3D_MAX_HEIGHT, sizeof(size_t)},
        {CL_DEVICE_IMAGE3D_MAX_DEPTH, sizeof(size_t)},
        {CL_DEVICE_IMAGE_MAX_BUFFER_SIZE, sizeof(size_t)},
        {CL_DEVICE_IMAGE_MAX_ARRAY_SIZE, sizeof(size_t)},
        {CL_DEVICE_MAX_SAMPLERS, 4},
        {CL_DEVICE_MAX_PARAMETER_SIZE, sizeof(size_t)},
        {CL_DEVICE_MEM_BASE_ADDR_ALIGN, 4},
        {CL_DEVICE_MIN_DATA_TYPE_ALIGN_SIZE, 4},
        {CL_DEVICE_SINGLE_FP_CONFIG, sizeof(cl_device_fp_config)},
        {CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_device_fp_config)},
        {CL_DEVICE_GLOBAL_MEM_CACHE_TYPE, 4},
        {CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE, 4},
        {CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, 8},
        {CL_DEVICE_GLOBAL_MEM_SIZE, 8},
        {CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE, 8},
        {CL_DEVICE_MAX_CONSTANT_ARGS, 4},
        {CL_DEVICE_LOCAL_MEM_TYPE, 4},
        {CL_DEVICE_LOCAL_MEM_SIZE, 8},
        {CL_DEVICE_ERROR_CORRECTION_SUPPORT, sizeof(cl_bool)},
        {CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(cl_bool)},
        {CL_DEVICE_PROFILING_TIMER_RESOLUTION, sizeof(size_t)},
        {CL_DEVICE_ENDIAN_LITTLE, sizeof(cl_bool)},
        {CL_DEVICE_AVAILABLE, sizeof(cl_bool)},
        {CL_DEVICE_COMPILER_AVAILABLE, sizeof(cl_bool)},
        {CL_DEVICE_LINKER_AVAILABLE, sizeof(cl_bool)},
        {CL_DEVICE_EXECUTION_CAPABILITIES, 8},
        {CL_DEVICE_QUEUE_PROPERTIES, 8},
        {CL_DEVICE_BUILT_IN_KERNELS, TEXT},
        {CL_DEVICE_PLATFORM, sizeof(cl_platform_id)},
        {CL_DEVICE_NAME, TEXT},
        {CL_DEVICE_VENDOR, TEXT},
        {CL_DRIVER_VERSION, TEXT},
        {CL_DEVICE_PROFILE, TEXT},
        {CL_DEVICE_VERSION, TEXT},
        {CL_DEVICE_OPENCL_C_VERSION, TEXT},
        {CL_DEVICE_EXTENSIONS, TEXT},
        {CL_DEVICE_PRINTF_BUFFER_SIZE, sizeof(size_t)},
        {CL_DEVICE_PREFERRED_INTEROP_USER_SYNC, sizeof(cl_bool)},
        {CL_DEVICE_PARENT_DEVICE, sizeof(cl_device_id)},
        {CL_DEVICE_PARTITION_MAX_SUB_DEVICES, 4},
        {CL_DEVICE_PARTITION_PROPERTIES, sizeof(cl_device_partition_property)},
        {CL_DEVICE_PARTITION_AFFINITY_DOMAIN, 8},
        {CL_DEVICE_PARTITION_TYPE, sizeof(cl_device_partition_property)},
        {CL_DEVICE_REFERENCE_COUNT, 4},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) QUERY(all[i].name, all[i].size, DEVICE);
}

static cl_ulong number_of(cl_device_info name) {
    size_t size;
    memset(value, 0, 8);
    OK(clGetDeviceInfo(device, name, sizeof value, value, &size));
    cl_ulong number = 0;
    memcpy(&number, value, size < 8 ? size : 8);
    return number;
}

/* What the machine `tiny` is, and the least that OpenCL 1.2 wants of a full profile without images. */
static void device_values(void) {
    HOLDS(number_of(CL_DEVICE_MAX_COMPUTE_UNITS) == 1);
    HOLDS(number_of(CL_DEVICE_MAX_WORK_GROUP_SIZE) == 16);
    HOLDS(number_of(CL_DEVICE_MAX_WORK_ITEM_SIZES) == 16);
    HOLDS(number_of(CL_DEVICE_ADDRESS_BITS) == 32);
    HOLDS(number_of(CL_DEVICE_GLOBAL_MEM_CACHE_SIZE) == 1024);
    HOLDS(number_of(CL_DEVICE_GLOBAL_MEM_CACHELINE_SIZE) == 16);
    HOLDS(number_of(CL_DEVICE_LOCAL_MEM_TYPE) == CL_LOCAL);
    HOLDS(number_of(CL_DEVICE_LOCAL_MEM_SIZE) >= 32 << 10);
    HOLDS(number_of(CL_DEVICE_MAX_MEM_ALLOC_SIZE) >= 128 << 20);
    HOLDS(number_of(CL_DEVICE_MAX_MEM_ALLOC_SIZE) >= number_of(CL_DEVICE_GLOBAL_MEM_SIZE) / 4);
    HOLDS(number_of(CL_DEVICE_MAX_CONSTANT_BUFFER_SIZE) >= 64 << 10);
    HOLDS(number_of(CL_DEVICE_MAX_CONSTANT_ARGS) >= 8);
    HOLDS(number_of(CL_DEVICE_MAX_PARAMETER_SIZE) >= 1024);
    HOLDS(number_of(CL_DEVICE_PRINTF_BUFFER_SIZE) >= 1 << 20);
    HOLDS(number_of(CL_DEVICE_MEM_BASE_ADDR_ALIGN) == 8 * sizeof(cl_long16));
    HOLDS(number_of(CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_ROUND_TO_NEAREST);
    HOLDS(number_of(CL_DEVICE_SINGLE_FP_CONFIG) & CL_FP_DENORM);
    HOLDS(number_of(CL_DEVICE_IMAGE_SUPPORT) == CL_FALSE);
    HOLDS(number_of(CL_DEVICE_NUMERIC_VERSION) == CL_MAKE_VERSION(3, 0, 0));
    HOLDS(number_of(CL_DEVICE_PREFERRED_WORK_GROUP_SIZE_MULTIPLE) == 4);
    HOLDS(number_of(CL_DEVICE_QUEUE_ON_HOST_PROPERTIES) ==
          (CL_QUEUE_PROFILING_ENABLE | CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE));
    HOLDS(number_of(CL_DEVICE_ATOMIC_MEMORY_CAPABILITIES) ==
          (CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP));
    HOLDS(number_of(CL_DEVICE_ATOMIC_FENCE_CAPABILITIES) ==
          (CL_DEVICE_ATOMIC_ORDER_RELAXED | CL_DEVICE_ATOMIC_ORDER_ACQ_REL | CL_DEVICE_ATOMIC_SCOPE_WORK_GROUP));
}

static void context_and_queue_queries(void) {
    cl_context_properties properties[] = {CL_CONTEXT_PLATFORM, (cl_context_properties)platform, 0};
    cl_int error;
    QUERY(CL_CONTEXT_REFERENCE_COUNT, 4, CONTEXT);
    QUERY(CL_CONTEXT_NUM_DEVICES, 4, CONTEXT);
    QUERY(CL_CONTEXT_DEVICES, sizeof device, CONTEXT);
    HOLDS(!memcmp(value, &device, sizeof device));
    QUERY(CL_CONTEXT_PROPERTIES, 0, CONTEXT);
    cl_context own = clCreateContextFromType(properties, CL_DEVICE_TYPE_ALL, NULL, NULL, &error);
    OK(error);
    OK(clGetContextInfo(own, CL_CONTEXT_PROPERTIES, sizeof properties, value, NULL));
    HOLDS(!memcmp(value, properties, sizeof properties));
    OK(clReleaseContext(own));
    QUERY(CL_QUEUE_CONTEXT, sizeof context, QUEUE);
    HOLDS(!memcmp(value, &context, sizeof context));
    QUERY(CL_QUEUE_DEVICE, sizeof device, QUEUE);
    QUERY(CL_QUEUE_REFERENCE_COUNT, 4, QUEUE);
    QUERY(CL_QUEUE_PROPERTIES, 8, QUEUE);
    QUERY(CL_QUEUE_DEVICE_DEFAULT, sizeof queue, QUEUE);
    QUERY(CL_QUEUE_PROPERTIES_ARRAY, 0, QUEUE);
    CODE(CL_INVALID_COMMAND_QUEUE, QUEUE(CL_QUEUE_SIZE, sizeof value, value, NULL));
    cl_queue_properties given[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_PROFILING_ENABLE, 0};
    cl_command_queue listed = clCreateCommandQueueWithProperties(context, device, given, &error);
    OK(error);
    size_t size;
    OK(clGetCommandQueueInfo(listed, CL_QUEUE_PROPERTIES_ARRAY, sizeof value, value, &size));
    HOLDS(size == sizeof given && !memcmp(value, given, size));
    OK(clReleaseCommandQueue(listed));
}

static void memory_queries(void) {
    QUERY(CL_MEM_TYPE, 4, MEMORY);
    QUERY(CL_MEM_FLAGS, 8, MEMORY);
    HOLDS(value[0] == CL_MEM_READ_WRITE);
    QUERY(CL_MEM_SIZE, sizeof(size_t), MEMORY);
    QUERY(CL_MEM_HOST_PTR, sizeof(void *), MEMORY);
    QUERY(CL_MEM_MAP_COUNT, 4, MEMORY);
    OK(clRetainMemObject(buffer));
    QUERY(CL_MEM_REFERENCE_COUNT, 4, MEMORY);
    HOLDS(value[0] == 2);
    OK(clReleaseMemObject(buffer));
    QUERY(CL_MEM_CONTEXT, sizeof context, MEMORY);
    QUERY(CL_MEM_ASSOCIATED_MEMOBJECT, sizeof buffer, MEMORY);
    QUERY(CL_MEM_OFFSET, sizeof(size_t), MEMORY);
    QUERY(CL_MEM_USES_SVM_POINTER, sizeof(cl_bool), MEMORY);
    HOLDS(value[0] == CL_FALSE);
    QUERY(CL_MEM_PROPERTIES, 0, MEMORY);
    cl_int error;
    cl_mem_properties none[] = {0};
    cl_mem listed = clCreateBufferWithProperties(context, none, 0, 16, NULL, &error);
    OK(error);
    size_t size;
    OK(clGetMemObjectInfo(listed, CL_MEM_PROPERTIES, sizeof value, value, &size));
    HOLDS(size == sizeof none && !memcmp(value, none, size));
    OK(clReleaseMemObject(listed));
}

static void program_queries(void) {
    QUERY(CL_PROGRAM_REFERENCE_COUNT, 4, PROGRAM);
    QUERY(CL_PROGRAM_CONTEXT, sizeof context, PROGRAM);
    QUERY(CL_PROGRAM_NUM_DEVICES, 4, PROGRAM);
    QUERY(CL_PROGRAM_DEVICES, sizeof device, PROGRAM);
    QUERY(CL_PROGRAM_SOURCE, TEXT, PROGRAM);
    QUERY(CL_PROGRAM_BINARY_SIZES, sizeof(size_t), PROGRAM);
    QUERY(CL_PROGRAM_NUM_KERNELS, sizeof(size_t), PROGRAM);
    QUERY(CL_PROGRAM_KERNEL_NAMES, TEXT, PROGRAM);
    QUERY(CL_PROGRAM_IL, 0, PROGRAM);
    QUERY(CL_PROGRAM_SCOPE_GLOBAL_CTORS_PRESENT, sizeof(cl_bool), PROGRAM);
    QUERY(CL_PROGRAM_SCOPE_GLOBAL_DTORS_PRESENT, sizeof(cl_bool), PROGRAM);
    size_t size;
    void *none[2] = {NULL, NULL};
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, 0, NULL, &size));
    HOLDS(size == sizeof(void *));
    CODE(CL_INVALID_VALUE, clGetProgramInfo(program, CL_PROGRAM_BINARIES, 4, none, NULL));
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof none, none, NULL));
    QUERY(CL_PROGRAM_BUILD_STATUS, 4, BUILD);
    QUERY(CL_PROGRAM_BUILD_OPTIONS, TEXT, BUILD);
    QUERY(CL_PROGRAM_BUILD_LOG, TEXT, BUILD);
    QUERY(CL_PROGRAM_BINARY_TYPE, 4, BUILD);
    QUERY(CL_PROGRAM_BUILD_GLOBAL_VARIABLE_TOTAL_SIZE, sizeof(size_t), BUILD);
}

static void kernel_queries(void) {
    QUERY(CL_KERNEL_FUNCTION_NAME, TEXT, KERNEL);
    QUERY(CL_KERNEL_NUM_ARGS, 4, KERNEL);
    QUERY(CL_KERNEL_REFERENCE_COUNT, 4, KERNEL);
    QUERY(CL_KERNEL_CONTEXT, sizeof context, KERNEL);
    QUERY(CL_KERNEL_PROGRAM, sizeof program, KERNEL);
    QUERY(CL_KERNEL_ATTRIBUTES, TEXT, KERNEL);
    QUERY(CL_KERNEL_ARG_ADDRESS_QUALIFIER, 4, ARGUMENT);
    QUERY(CL_KERNEL_ARG_ACCESS_QUALIFIER, 4, ARGUMENT);
    QUERY(CL_KERNEL_ARG_TYPE_NAME, TEXT, ARGUMENT);
    QUERY(CL_KERNEL_ARG_TYPE_QUALIFIER, 8, ARGUMENT);
    QUERY(CL_KERNEL_ARG_NAME, TEXT, ARGUMENT);
    QUERY(CL_KERNEL_WORK_GROUP_SIZE, sizeof(size_t), GROUP);
    QUERY(CL_KERNEL_COMPILE_WORK_GROUP_SIZE, 3 * sizeof(size_t), GROUP);
    QUERY(CL_KERNEL_LOCAL_MEM_SIZE, 8, GROUP);
    QUERY(CL_KERNEL_PREFERRED_WORK_GROUP_SIZE_MULTIPLE, sizeof(size_t), GROUP);
    QUERY(CL_KERNEL_PRIVATE_MEM_SIZE, 8, GROUP);
}

static void event_queries(void) {
    QUERY(CL_EVENT_COMMAND_QUEUE, sizeof queue, EVENT);
    QUERY(CL_EVENT_CONTEXT, sizeof context, EVENT);
    QUERY(CL_EVENT_COMMAND_TYPE, 4, EVENT);
    cl_uint kind = CL_COMMAND_FILL_BUFFER;
    HOLDS(!memcmp(value, &kind, 4));
    QUERY(CL_EVENT_COMMAND_EXECUTION_STATUS, 4, EVENT);
    QUERY(CL_EVENT_REFERENCE_COUNT, 4, EVENT);
    QUERY(CL_PROFILING_COMMAND_QUEUED, 8, TIME);
    QUERY(CL_PROFILING_COMMAND_SUBMIT, 8, TIME);
    QUERY(CL_PROFILING_COMMAND_START, 8, TIME);
    QUERY(CL_PROFILING_COMMAND_END, 8, TIME);
    QUERY(CL_PROFILING_COMMAND_COMPLETE, 8, TIME);
}

/* The first word of every handle is the address of one table, in which the loader finds the functions. */
static void handles_point_at_the_table(void) {
    const cl_icd_dispatch *table = *(cl_icd_dispatch **)platform;
    void *handles[] = {device, context, queue, buffer, program, kernel, event};
    for (size_t i = 0; i < sizeof handles / sizeof *handles; i++) HOLDS(*(cl_icd_dispatch **)handles[i] == table);
    HOLDS(table->clGetPlatformIDs == clGetPlatformIDs);
    HOLDS(table->clReleaseEvent == clReleaseEvent);
    HOLDS(table->clSetEventCallback == clSetEventCallback);
    HOLDS(table->clEnqueueFillBuffer == clEnqueueFillBuffer);
    HOLDS(table->clGetExtensionFunctionAddressForPlatform == clGetExtensionFunctionAddressForPlatform);
    HOLDS(table->clSVMAlloc == clSVMAlloc);
    HOLDS(table->clSetContextDestructorCallback == clSetContextDestructorCallback);
    void *const *functions = (void *const *)table;
    for (size_t i = 0; i < sizeof *table / sizeof *functions; i++)
        if (!functions[i]) COMPLAIN("entry %zu of the table is null", i);
}

int main(void) {
    open_device();
    buffer = buffer_of(0, 64, NULL);
    program = program_of("__kernel void k(__global int *a) { *a = 1; }", "-DX");
    kernel = kernel_of(program, "k");
    OK(clEnqueueFillBuffer(queue, buffer, "a", 1, 0, 64, 0, NULL, &event));
    platform_queries();
    device_queries();
    device_values();
    lists_agree(CL_DEVICE_EXTENSIONS, CL_DEVICE_EXTENSIONS_WITH_VERSION);
    versions_of_the_language();
    absent_features();
    context_and_queue_queries();
    memory_queries();
    program_queries();
    kernel_queries();
    event_queries();
    handles_point_at_the_table();
    OK(clReleaseEvent(event));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseMemObject(buffer));
    close_device();
    return ended();
}
