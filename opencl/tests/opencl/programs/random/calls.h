/* The calls about contexts, queues, buffers, commands and events, each with random arguments, and the choice among all calls. */
#include "lacking.h"

/* The largest buffer in bytes, but for a few. */
enum { MOST_BYTES = 1 << 14 };

static unsigned long succeeded;

/* A call may add an event to wait for, and give one for itself. */
static cl_event waited[2], own;

static cl_uint waits(void) {
    own = NULL;
    cl_uint count = one_in(3) ? 1 + below(2) : 0;
    for (cl_uint i = 0; i < count; i++) waited[i] = handle(one_in(4) ? USER_EVENT : EVENT);
    return count;
}

static const cl_event *list(cl_uint count) { return count > 0 && !one_in(60) ? waited : NULL; }

static cl_event *event(void) { return one_in(2) ? &own : NULL; }

/* Whether a call blocks. Everything that it could wait for has to end by itself. */
static cl_bool blocks(void) {
    cl_bool blocks = one_in(2);
    if (blocks) settle_all();
    return blocks;
}

#define WAITS() cl_uint count = waits(); const cl_event *events = list(count)

static cl_int create_context(void) {
    cl_int error = 12345;
    cl_context made = clCreateContext(NULL, one_in(20) ? 0 : 1, &device, NULL, NULL, &error);
    put(CONTEXT, made);
    return error;
}

static cl_int create_queue(void) {
    cl_int error = 12345;
    cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES + (one_in(20) ? number(4) : 0), number(4), 0};
    put(QUEUE, one_in(2) ? clCreateCommandQueue(home(), device, number(4), &error)
                         : clCreateCommandQueueWithProperties(home(), device, one_in(3) ? NULL : properties, &error));
    return error;
}

static cl_int create_buffer(void) {
    static const cl_mem_flags flags[] = {0, CL_MEM_READ_ONLY, CL_MEM_COPY_HOST_PTR, CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR};
    cl_int error = 12345;
    size_t bytes = number(MOST_BYTES);
    cl_mem_flags flag = one_in(30) ? number(1 << 9) : flags[below(5)];
    int hosted = (flag & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0;
    if (hosted && bytes > AREA) bytes = AREA;
    void *host = hosted != one_in(30) ? area : NULL;
    cl_mem_properties properties[] = {one_in(20) ? number(4) : 0, 0, 0};
    put(MEMORY, one_in(2) ? clCreateBuffer(home(), flag, bytes, host, &error)
                          : clCreateBufferWithProperties(home(), one_in(2) ? NULL : properties, flag, bytes, host, &error));
    return error;
}

static cl_int create_part(void) {
    cl_int error = 12345;
    cl_buffer_region region = {number(8) * 128, number(256)};
    put(MEMORY, clCreateSubBuffer(handle(MEMORY), 0, CL_BUFFER_CREATE_TYPE_REGION, &region, &error));
    return error;
}

static cl_int transfer(void) {
    void *queue = line(), *buffer = handle(MEMORY);
    cl_bool blocking = blocks();
    size_t offset = number(64), bytes = number(256);
    WAITS();
    cl_int code = one_in(2)
                      ? clEnqueueReadBuffer(queue, buffer, blocking, offset, bytes, area, count, events, event())
                      : clEnqueueWriteBuffer(queue, buffer, blocking, offset, bytes, area, count, events, event());
    put(EVENT, own);
    return code;
}

static cl_int copy(void) {
    WAITS();
    cl_int code = clEnqueueCopyBuffer(line(), handle(MEMORY), handle(MEMORY), number(64), number(64), number(128), count,
                                      events, event());
    put(EVENT, own);
    return code;
}

static cl_int fill(void) {
    static const size_t patterns[] = {1, 2, 4, 16, 128, 3, 0};
    WAITS();
    cl_int code = clEnqueueFillBuffer(line(), handle(MEMORY), area, patterns[below(7)], number(8) * 16, number(8) * 16,
                                      count, events, event());
    put(EVENT, own);
    return code;
}

static cl_int box(void) {
    size_t here[3] = {number(8), below(4), below(2)}, there[3] = {below(8), below(4), below(2)};
    size_t region[3] = {below(16), below(4), below(3)};
    size_t row = below(32), slice = below(256);
    void *queue = line(), *buffer = handle(MEMORY);
    cl_bool blocking = blocks();
    WAITS();
    cl_int code = CL_SUCCESS;
    switch (below(3)) {
    case 0:
        code = clEnqueueReadBufferRect(queue, buffer, blocking, here, there, region, row, slice, row, slice, area, count, events,
                                       event());
        break;
    case 1:
        code = clEnqueueWriteBufferRect(queue, buffer, blocking, here, there, region, row, slice, row, slice, area, count, events,
                                        event());
        break;
    default:
        code = clEnqueueCopyBufferRect(queue, buffer, handle(MEMORY), here, there, region, row, slice, row, slice, count, events,
                                       event());
    }
    put(EVENT, own);
    return code;
}

static void *mapped;
static cl_mem mapped_buffer;

static cl_int map(void) {
    void *queue = line();
    cl_int code = 12345;
    cl_bool blocking = blocks();
    WAITS();
    if (mapped != NULL) {
        code = clEnqueueUnmapMemObject(queue, mapped_buffer, one_in(20) ? area : mapped, count, events, event());
        mapped = NULL;
    } else {
        mapped_buffer = handle(MEMORY);
        mapped = clEnqueueMapBuffer(queue, mapped_buffer, blocking, number(8), number(64), number(128), count, events, event(),
                                    &code);
    }
    put(EVENT, own);
    return code;
}

static cl_int launch(void) {
    size_t global[3] = {number(64), 1 + below(3), 1 + below(2)}, local[3] = {1 + below(16), 1, 1}, offset[3] = {number(16), 0, 0};
    cl_uint dimensions = one_in(20) ? below(5) : 1 + (size_t)one_in(6);
    if (one_in(2)) global[0] -= global[0] % local[0];
    WAITS();
    cl_int code = one_in(20) ? clEnqueueTask(line(), handle(KERNEL), count, events, event())
                             : clEnqueueNDRangeKernel(line(), handle(KERNEL), dimensions, one_in(4) ? offset : NULL,
                                                      one_in(40) ? NULL : global, one_in(2) ? local : NULL, count, events, event());
    put(EVENT, own);
    return code;
}

static cl_int synchronise(void) {
    void *queue = line();
    WAITS();
    cl_int code = CL_SUCCESS;
    switch (below(7)) {
    case 0:
        code = clEnqueueMarkerWithWaitList(queue, count, events, event());
        break;
    case 1:
        code = clEnqueueBarrierWithWaitList(queue, count, events, event());
        break;
    case 2:
        code = clFlush(queue);
        break;
    case 3:
        code = clEnqueueMarker(queue, one_in(20) ? NULL : &own);
        break;
    case 4:
        code = clEnqueueBarrier(queue);
        break;
    case 5:
        settle_all();
        code = clWaitForEvents(count, events);
        break;
    default:
        settle_all();
        code = clFinish(queue);
    }
    put(EVENT, own);
    return code;
}

static cl_int user_event(void) {
    cl_int error = 12345;
    if (one_in(2)) return clSetUserEventStatus(handle(USER_EVENT), one_in(10) ? (cl_int)number(8) : -(cl_int)below(3));
    put(USER_EVENT, clCreateUserEvent(home(), &error));
    return error;
}

static void CL_CALLBACK notified(cl_event event, cl_int status, void *data) {
    (void)event, (void)status, (void)data;
}

static cl_int callback(void) {
    return clSetEventCallback(handle(one_in(2) ? EVENT : USER_EVENT), number(5), one_in(20) ? NULL : notified, NULL);
}

/* A query of a name near those that exist. The answer may be a list of pointers: the room is cleared. */
static cl_int query(void) {
    size_t bytes, size = one_in(8) ? below(8) : 4096;
    void *value = one_in(8) ? NULL : memset(area, 0, 4096);
    size_t *needed = one_in(2) ? &bytes : NULL;
    cl_uint name = number(16);
    switch (below(13)) {
    case 0: return clGetPlatformInfo(platform, CL_PLATFORM_PROFILE + name % 9, size, value, needed);
    case 1: return clGetDeviceInfo(device, CL_DEVICE_TYPE + (cl_uint)number(0x75), size, value, needed);
    case 2: return clGetContextInfo(home(), CL_CONTEXT_REFERENCE_COUNT + name % 5, size, value, needed);
    case 3: return clGetCommandQueueInfo(line(), CL_QUEUE_CONTEXT + name % 9, size, value, needed);
    case 4: return clGetMemObjectInfo(handle(MEMORY), CL_MEM_TYPE + name, size, value, needed);
    case 5: return clGetProgramInfo(handle(PROGRAM), CL_PROGRAM_REFERENCE_COUNT + name, size, value, needed);
    case 6: return clGetProgramBuildInfo(handle(PROGRAM), device, CL_PROGRAM_BUILD_STATUS + name % 7, size, value, needed);
    case 7: return clGetKernelInfo(handle(KERNEL), CL_KERNEL_FUNCTION_NAME + name % 7, size, value, needed);
    case 8: return clGetKernelArgInfo(handle(KERNEL), number(3), CL_KERNEL_ARG_ADDRESS_QUALIFIER + name % 6, size, value, needed);
    case 9: return clGetKernelWorkGroupInfo(handle(KERNEL), device, CL_KERNEL_WORK_GROUP_SIZE + name % 7, size, value, needed);
    case 10: return clGetEventInfo(handle(EVENT), CL_EVENT_COMMAND_QUEUE + name % 6, size, value, needed);
    case 11: return clGetEventProfilingInfo(handle(EVENT), CL_PROFILING_COMMAND_QUEUED + name % 6, size, value, needed);
    default: return clGetDeviceIDs(platform, one_in(2) ? CL_DEVICE_TYPE_ALL : number(32), number(3), (cl_device_id *)area, (cl_uint *)needed);
    }
}

/* One reference more or less. A user event ends before its last reference is given up: a command may wait for it. */
static cl_int count_reference(void) {
    enum kind kind = below(KINDS);
    struct place *place = live(kind);
    if (place == NULL || one_in(10)) return release(kind, one_in(2) ? NULL : (void *)(uintptr_t)word());
    cl_int code;
    if (one_in(2) && place->references < 4) {
        code = retain(kind, place->handle);
        place->references += code == CL_SUCCESS;
    } else {
        if (kind == USER_EVENT) settle(place);
        code = release(kind, place->handle);
        place->references -= code == CL_SUCCESS;
    }
    return code;
}

/* The calls, and how often each is chosen. Compilers run for seconds. */
static const struct {
    cl_int (*call)(void);
    unsigned weight;
} CALLS[] = {
    {create_context, 10}, {create_queue, 30},  {create_buffer, 60}, {create_part, 20},       {transfer, 120},
    {copy, 50},           {fill, 50},          {box, 50},           {map, 50},               {create_program, 20},
    {build, 16},          {link_programs, 2},  {create_kernel, 40}, {create_from_binary, 6}, {set_argument, 160},
    {launch, 120},        {synchronise, 80},   {user_event, 40},    {callback, 20},          {query, 200},
    {count_reference, 60}, {lacking, 40},
};

/* Makes a call, whose answer must be a code of OpenCL. */
static void random_call(void) {
    size_t calls = sizeof CALLS / sizeof *CALLS, sum = 0, chosen = 0;
    for (size_t i = 0; i < calls; i++) sum += CALLS[i].weight;
    for (size_t left = below(sum); left >= CALLS[chosen].weight; chosen++) left -= CALLS[chosen].weight;
    cl_int code = CALLS[chosen].call();
    succeeded += code == CL_SUCCESS;
    if (code == CL_OUT_OF_RESOURCES) renew_queue();
    if (code > 0 || (code < -72 && code != -1001)) COMPLAIN("call %zu answers %d", chosen, code);
}
