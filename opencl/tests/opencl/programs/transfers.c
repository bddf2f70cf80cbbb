/* Times of commands that move bytes: `transfers LATENCY BYTES_PER_CYCLE LINE_BYTES`, the keys of the machine. Nothing moves without
   time, and the clock goes on from command to command. */
#include "check.h"

enum { BYTES = 1 << 16 };

static cl_ulong latency, bytes_per_cycle, line_bytes, clock_before;
static char host[BYTES];
static cl_mem buffer, other;

static cl_ulong time_of(cl_event event, cl_profiling_info name) {
    cl_ulong time = 0;
    OK(clGetEventProfilingInfo(event, name, sizeof time, &time, NULL));
    return time;
}

/* The event took this many cycles, after all events before it. */
static void took(cl_event event, cl_ulong cycles, const char *what) {
    cl_ulong queued = time_of(event, CL_PROFILING_COMMAND_QUEUED), submit = time_of(event, CL_PROFILING_COMMAND_SUBMIT);
    cl_ulong start = time_of(event, CL_PROFILING_COMMAND_START), end = time_of(event, CL_PROFILING_COMMAND_END);
    HOLDS(clock_before <= queued && queued <= submit && submit <= start && start <= end);
    if (end - start != cycles)
        COMPLAIN("%s: %llu cycles, not %llu", what, (unsigned long long)(end - start), (unsigned long long)cycles);
    clock_before = end;
    OK(clReleaseEvent(event));
}

static cl_ulong over_the_link(cl_ulong bytes) {
    return bytes ? latency + (bytes + bytes_per_cycle - 1) / bytes_per_cycle : 0;
}

static cl_ulong lines(cl_ulong bytes) { return (bytes + line_bytes - 1) / line_bytes; }

static void to_and_from_the_host(cl_ulong bytes) {
    cl_event event;
    OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, bytes, host, 0, NULL, &event));
    took(event, over_the_link(bytes), "write");
    OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, bytes, host, 0, NULL, &event));
    took(event, over_the_link(bytes), "read");
}

static void within_the_device(cl_ulong bytes) {
    cl_event event;
    OK(clEnqueueCopyBuffer(queue, buffer, other, 0, 0, bytes, 0, NULL, &event));
    took(event, lines(2 * bytes), "copy");
    OK(clEnqueueFillBuffer(queue, buffer, host, 1, 0, bytes, 0, NULL, &event));
    took(event, lines(bytes), "fill");
}

static void boxes(void) {
    const size_t zero[3] = {0}, region[3] = {10, 5, 3};
    cl_event event;
    OK(clEnqueueReadBufferRect(queue, buffer, CL_TRUE, zero, zero, region, 16, 0, 0, 0, host, 0, NULL, &event));
    took(event, over_the_link(150), "read of a box");
    OK(clEnqueueWriteBufferRect(queue, buffer, CL_TRUE, zero, zero, region, 16, 0, 0, 0, host, 0, NULL, &event));
    took(event, over_the_link(150), "write of a box");
    OK(clEnqueueCopyBufferRect(queue, buffer, other, zero, zero, region, 16, 0, 0, 0, 0, NULL, &event));
    took(event, lines(300), "copy of a box");
}

static void mapped(cl_map_flags flags, cl_ulong shown, cl_ulong taken) {
    cl_int error;
    cl_event event;
    void *at = clEnqueueMapBuffer(queue, buffer, CL_TRUE, flags, 0, 1000, 0, NULL, &event, &error);
    OK(error);
    took(event, over_the_link(shown), "map");
    OK(clEnqueueUnmapMemObject(queue, buffer, at, 0, NULL, &event));
    took(event, over_the_link(taken), "unmap");
}

/* A launch takes the cycles of its report, and a buffer that is created with contents transfers them. */
static void between_commands(void) {
    cl_event event;
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
    took(event, 0, "marker");
    cl_mem made = buffer_of(CL_MEM_COPY_HOST_PTR, 1000, host);
    clock_before += over_the_link(1000);
    OK(clEnqueueMarkerWithWaitList(queue, 0, NULL, &event));
    HOLDS(time_of(event, CL_PROFILING_COMMAND_QUEUED) == clock_before);
    took(event, 0, "marker");
    OK(clReleaseMemObject(made));
}

int main(int count, char **words) {
    if (count != 4) return 2;
    latency = strtoull(words[1], NULL, 10);
    bytes_per_cycle = strtoull(words[2], NULL, 10);
    line_bytes = strtoull(words[3], NULL, 10);
    open_device();
    buffer = buffer_of(0, BYTES, NULL);
    other = buffer_of(0, BYTES, NULL);
    const cl_ulong sizes[] = {0, 1, 3, 4, 1000, BYTES};
    for (int i = 0; i < 6; i++) {
        to_and_from_the_host(sizes[i]);
        within_the_device(sizes[i]);
    }
    boxes();
    mapped(CL_MAP_READ, 1000, 0);
    mapped(CL_MAP_READ | CL_MAP_WRITE, 1000, 1000);
    mapped(CL_MAP_WRITE_INVALIDATE_REGION, 0, 1000);
    between_commands();
    OK(clReleaseMemObject(buffer));
    OK(clReleaseMemObject(other));
    close_device();
    return ended();
}
