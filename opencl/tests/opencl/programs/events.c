/* Events: waiting, callbacks, events of the program's own, times; queues of two host threads. No kernel runs. */
#include "check.h"
#include <pthread.h>
#include <unistd.h>

static cl_int status_of(cl_event event) {
    cl_int status;
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    return status;
}

static cl_event own_event(void) {
    cl_int error;
    cl_event event = clCreateUserEvent(context, &error);
    OK(error);
    return event;
}

static int heard[4];

static void CL_CALLBACK hear(cl_event event, cl_int status, void *data) {
    (void)event;
    heard[*(int *)data] = status == CL_COMPLETE ? 1000 : status;
    /* The program may call what it likes. */
    cl_context of;
    OK(clGetEventInfo(event, CL_EVENT_CONTEXT, sizeof of, &of, NULL));
    HOLDS(of == context);
}

static void commands_wait(void) {
    int zero = 0, one = 1, two = 2, number = 0, four = 4;
    cl_mem buffer = buffer_of(0, 4, NULL);
    cl_event gate = own_event(), write, read;
    OK(clEnqueueWriteBuffer(queue, buffer, CL_FALSE, 0, 4, &four, 1, &gate, &write));
    OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &number, 0, NULL, &read));
    OK(clSetEventCallback(write, CL_COMPLETE, hear, &zero));
    OK(clSetEventCallback(read, CL_RUNNING, hear, &one));
    OK(clFlush(queue));
    HOLDS(status_of(write) == CL_QUEUED && status_of(read) == CL_QUEUED && number == 0);
    cl_ulong time;
    CODE(CL_PROFILING_INFO_NOT_AVAILABLE,
         clGetEventProfilingInfo(write, CL_PROFILING_COMMAND_START, sizeof time, &time, NULL));
    four = 44;
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    CODE(CL_INVALID_OPERATION, clSetUserEventStatus(gate, CL_COMPLETE));
    HOLDS(number == 44 && status_of(write) == CL_COMPLETE && status_of(read) == CL_COMPLETE);
    HOLDS(heard[0] == 1000 && heard[1] == CL_RUNNING);
    OK(clSetEventCallback(read, CL_COMPLETE, hear, &two));
    HOLDS(heard[2] == 1000);
    OK(clGetEventProfilingInfo(write, CL_PROFILING_COMMAND_START, sizeof time, &time, NULL));
    OK(clWaitForEvents(1, &read));
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(write));
    OK(clReleaseEvent(read));
    OK(clReleaseMemObject(buffer));
}

static void failures_spread(void) {
    int number = 0, three = 3;
    cl_mem buffer = buffer_of(0, 4, NULL);
    cl_event gate = own_event(), read, marker;
    OK(clEnqueueReadBuffer(queue, buffer, CL_FALSE, 0, 4, &number, 1, &gate, &read));
    OK(clEnqueueMarkerWithWaitList(queue, 1, &read, &marker));
    OK(clSetEventCallback(marker, CL_COMPLETE, hear, &three));
    OK(clSetUserEventStatus(gate, -77));
    HOLDS(status_of(gate) == -77);
    HOLDS(status_of(read) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    HOLDS(status_of(marker) == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    HOLDS(heard[3] == CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
    CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, clWaitForEvents(1, &read));
    CODE(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST,
         clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 1, &gate, NULL));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 0, NULL, NULL));
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(read));
    OK(clReleaseEvent(marker));
    OK(clReleaseMemObject(buffer));
}

static void objects_outlive_their_release(void) {
    cl_int error;
    cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, &error), found;
    cl_command_queue its = clCreateCommandQueue(own, device, 0, &error);
    OK(clReleaseContext(own));
    OK(clGetCommandQueueInfo(its, CL_QUEUE_CONTEXT, sizeof found, &found, NULL));
    cl_uint count = 7;
    OK(clGetContextInfo(found, CL_CONTEXT_REFERENCE_COUNT, sizeof count, &count, NULL));
    HOLDS(found == own && count == 0);
    CODE(CL_INVALID_CONTEXT, clReleaseContext(own));
    OK(clReleaseCommandQueue(its));
    CODE(CL_INVALID_CONTEXT, clRetainContext(own));
}

static void *open_gate(void *gate) {
    usleep(20000);
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    return NULL;
}

static void one_thread_waits_for_another(void) {
    int number = 0, five = 5;
    cl_mem buffer = buffer_of(0, 4, NULL);
    cl_event gate = own_event();
    pthread_t thread;
    pthread_create(&thread, NULL, open_gate, gate);
    OK(clEnqueueWriteBuffer(queue, buffer, CL_TRUE, 0, 4, &five, 1, &gate, NULL));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 0, NULL, NULL));
    HOLDS(number == 5);
    pthread_join(thread, NULL);
    OK(clReleaseEvent(gate));
    OK(clReleaseMemObject(buffer));
}

enum { ROUNDS = 500 };

/* A queue of its own: each read finds what the write ahead of it wrote. */
static void *own_queue(void *seed) {
    cl_int error;
    cl_command_queue own = clCreateCommandQueue(context, device, 0, &error);
    cl_mem buffer = buffer_of(0, 64, NULL);
    for (int i = 0; i < ROUNDS; i++) {
        int number = *(int *)seed * ROUNDS + i, found = -1;
        OK(clEnqueueWriteBuffer(own, buffer, CL_FALSE, 0, 4, &number, 0, NULL, NULL));
        OK(clEnqueueCopyBuffer(own, buffer, buffer, 0, 32, 4, 0, NULL, NULL));
        OK(clEnqueueReadBuffer(own, buffer, CL_TRUE, 32, 4, &found, 0, NULL, NULL));
        if (found != number) COMPLAIN("round %d: %d, not %d", i, found, number);
    }
    OK(clReleaseMemObject(buffer));
    OK(clReleaseCommandQueue(own));
    return NULL;
}

static void two_threads(void) {
    int seeds[2] = {1, 2};
    pthread_t threads[2];
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], NULL, own_queue, &seeds[i]);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], NULL);
}

static void wait_lists_of_old(void) {
    cl_event marker;
    OK(clEnqueueMarker(queue, &marker));
    OK(clEnqueueWaitForEvents(queue, 1, &marker));
    OK(clEnqueueBarrier(queue));
    OK(clEnqueueBarrierWithWaitList(queue, 1, &marker, NULL));
    OK(clReleaseEvent(marker));
}

int main(void) {
    open_device();
    commands_wait();
    failures_spread();
    objects_outlive_their_release();
    one_thread_waits_for_another();
    two_threads();
    wait_lists_of_old();
    close_device();
    return ended();
}
