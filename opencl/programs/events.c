/* Events (wait lists, user events, callbacks, profiling, markers and barriers) and sub-buffers. */
#include "host.h"
#include <stdatomic.h>

enum { COUNT = 256, GROUP = 32, PARTS = 2 };

static cl_int numbers[COUNT], expected[COUNT];
static atomic_int completed, others;

static void CL_CALLBACK when_complete(cl_event event, cl_int status, void *counter) {
    (void)event;
    atomic_fetch_add(status == CL_COMPLETE ? (atomic_int *)counter : &others, 1);
}

static cl_event launch_after(cl_kernel kernel, cl_mem buffer, cl_int amount, size_t items, cl_uint waits,
                             const cl_event *list) {
    cl_event event;
    size_t group = GROUP;
    ARGUMENT(kernel, 0, buffer);
    ARGUMENT(kernel, 1, amount);
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &group, waits, list, &event));
    return event;
}

/* Whether the four times of the event stand in their order. */
static int has_times(cl_event event) {
    static const cl_profiling_info NAMES[] = {CL_PROFILING_COMMAND_QUEUED, CL_PROFILING_COMMAND_SUBMIT,
                                              CL_PROFILING_COMMAND_START, CL_PROFILING_COMMAND_END};
    cl_ulong times[4];
    for (int i = 0; i < 4; i++) OK(clGetEventProfilingInfo(event, NAMES[i], sizeof times[i], &times[i], NULL));
    if (times[0] <= times[1] && times[1] <= times[2] && times[2] < times[3]) return 1;
    fprintf(stderr, "times of an event: %llu, %llu, %llu, %llu\n", (unsigned long long)times[0],
            (unsigned long long)times[1], (unsigned long long)times[2], (unsigned long long)times[3]);
    return 0;
}

static cl_int status_of(cl_event event) {
    cl_int status;
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

/* A part of the buffer, at an offset that the device can have. */
static cl_mem part_of(cl_mem buffer, size_t part) {
    cl_int error;
    cl_buffer_region region = {part * sizeof numbers / PARTS, sizeof numbers / PARTS};
    cl_mem made = clCreateSubBuffer(buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    OK(error);
    cl_mem whole;
    OK(clGetMemObjectInfo(made, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof whole, &whole, NULL));
    if (whole != buffer) exit(1);
    return made;
}

int main(int count, char **words) {
    (void)count;
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = (cl_int)(random_number() % 1000);
        expected[i] = (numbers[i] + 5) * (i < COUNT / PARTS ? 3 : 7) + 1;
    }
    cl_int error;
    open_device(CL_QUEUE_PROFILING_ENABLE);
    cl_program program = build(words[0], NULL);
    cl_kernel add = kernel_of(program, "add"), multiply = kernel_of(program, "multiply");
    cl_mem buffer = buffer_of(CL_MEM_READ_WRITE, sizeof numbers, NULL);
    cl_mem parts[PARTS] = {part_of(buffer, 0), part_of(buffer, 1)};

    /* Nothing of the chain runs before the host sets `start`. */
    cl_event start = clCreateUserEvent(context, &error), written, added, marked, read, multiplied[PARTS];
    OK(error);
    OK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, sizeof numbers, numbers, 1, &start, &written));
    added = launch_after(add, buffer, 5, COUNT, 1, &written);
    multiplied[0] = launch_after(multiply, parts[0], 3, COUNT / PARTS, 1, &added);
    multiplied[1] = launch_after(multiply, parts[1], 7, COUNT / PARTS, 1, &added);
    OK(clEnqueueMarkerWithWaitList(queue, PARTS, multiplied, &marked));
    OK(clEnqueueBarrierWithWaitList(queue, 1, &marked, NULL));
    cl_event last = launch_after(add, buffer, 1, COUNT, 0, NULL);
    OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, sizeof numbers, numbers, 1, &last, &read));
    cl_event chain[] = {written, added, multiplied[0], multiplied[1], marked, last, read};
    enum { CHAIN = sizeof chain / sizeof *chain };
    for (int i = 0; i < CHAIN; i++) OK(clSetEventCallback(chain[i], CL_COMPLETE, when_complete, &completed));
    int right = 1;
    for (int i = 0; i < CHAIN; i++) right &= status_of(chain[i]) != CL_COMPLETE;
    right &= same("completed before the start", 0, atomic_load(&completed), 0);
    OK(clSetUserEventStatus(start, CL_COMPLETE));
    OK(clWaitForEvents(1, &read));
    OK(clFinish(queue));

    for (size_t i = 0; i < COUNT; i++) right &= same("number", i, numbers[i], expected[i]);
    for (size_t i = 0; i < CHAIN; i++) right &= same("status", i, status_of(chain[i]), CL_COMPLETE);
    right &= has_times(added) & has_times(multiplied[0]) & has_times(multiplied[1]) & has_times(last);
    /* Callbacks may come after their event was waited for, but they do come. */
    while (atomic_load(&completed) + atomic_load(&others) < CHAIN) continue;
    right &= same("callbacks of other states", 0, atomic_load(&others), 0);
    print_hash(numbers, sizeof numbers);

    for (int i = 0; i < CHAIN; i++) OK(clReleaseEvent(chain[i]));
    OK(clReleaseEvent(start));
    for (int i = 0; i < PARTS; i++) OK(clReleaseMemObject(parts[i]));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(add));
    OK(clReleaseKernel(multiply));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
