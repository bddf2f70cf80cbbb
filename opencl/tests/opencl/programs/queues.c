/* Out-of-order queues run in order; groups larger than the reported size run if a core has room for them; empty ranges; kernels
   that are copied; contexts whose end is told. `queues MOST REPORTED`: threads of a core, and the largest group that is reported. */
#include "check.h"

static size_t most, reported;

static void in_order(void) {
    cl_int error;
    int numbers[16], zero = 0;
    cl_queue_properties properties[] = {CL_QUEUE_PROPERTIES, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, 0};
    cl_command_queue free_order = clCreateCommandQueueWithProperties(context, device, properties, &error);
    OK(error);
    cl_mem buffer = buffer_of(0, sizeof numbers, NULL);
    cl_event gate = clCreateUserEvent(context, &error), last;
    OK(error);
    OK(clEnqueueFillBuffer(free_order, buffer, &zero, 4, 0, sizeof numbers, 1, &gate, NULL));
    for (int i = 0; i < 16; i++)
        OK(clEnqueueFillBuffer(free_order, buffer, &i, 4, 0, 4 * (16 - i), 0, NULL, i == 15 ? &last : NULL));
    OK(clEnqueueBarrierWithWaitList(free_order, 0, NULL, NULL));
    OK(clSetUserEventStatus(gate, CL_COMPLETE));
    OK(clWaitForEvents(1, &last));
    OK(clEnqueueReadBuffer(free_order, buffer, CL_TRUE, 0, sizeof numbers, numbers, 0, NULL, NULL));
    for (int i = 0; i < 16; i++) HOLDS(numbers[i] == 15 - i);
    OK(clReleaseEvent(gate));
    OK(clReleaseEvent(last));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseCommandQueue(free_order));
}

static void groups(cl_kernel kernel) {
    size_t found, sizes[3], global = most, twice = 2 * most, power = reported, number = 0;
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof found, &found, NULL));
    HOLDS(found == reported);
    OK(clGetDeviceInfo(device, CL_DEVICE_MAX_WORK_ITEM_SIZES, sizeof sizes, sizes, NULL));
    HOLDS(sizes[0] == reported && sizes[1] == reported && sizes[2] == reported);
    OK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof found, &found, NULL));
    HOLDS(found == reported);
    cl_mem buffer = buffer_of(0, 4, NULL);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
#define RUN(global, local) clEnqueueNDRangeKernel(queue, kernel, 1, NULL, global, local, 0, NULL, NULL)
    OK(RUN(&power, &power));
    OK(RUN(&global, &global));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 0, NULL, NULL));
    HOLDS(number == most + reported);
    CODE(CL_INVALID_WORK_ITEM_SIZE, RUN(&twice, &twice));
    OK(clReleaseMemObject(buffer));
}

static void empty_ranges(cl_kernel kernel) {
    cl_event event;
    cl_int status, number = 7;
    size_t none = 0, some[2] = {4, 0};
    cl_mem buffer = buffer_of(CL_MEM_COPY_HOST_PTR, 4, &number);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &none, NULL, 0, NULL, &event));
    OK(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof status, &status, NULL));
    HOLDS(status == CL_COMPLETE);
    OK(clEnqueueNDRangeKernel(queue, kernel, 2, NULL, some, NULL, 0, NULL, NULL));
    OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, NULL, NULL, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, 4, &number, 0, NULL, NULL));
    HOLDS(number == 7);
    OK(clReleaseEvent(event));
    OK(clReleaseMemObject(buffer));
}

/* A copy has the arguments of its kernel at that time, and changes them alone. */
static void copies(cl_kernel kernel) {
    cl_int error, numbers[2] = {0, 0};
    cl_uint count;
    cl_mem first = buffer_of(CL_MEM_COPY_HOST_PTR, 4, &numbers[0]), second = buffer_of(CL_MEM_COPY_HOST_PTR, 4, &numbers[1]);
    OK(clSetKernelArg(kernel, 0, sizeof first, &first));
    OK(clRetainKernel(kernel));
    cl_kernel copy = clCloneKernel(kernel, &error);
    OK(error);
    OK(clGetKernelInfo(copy, CL_KERNEL_REFERENCE_COUNT, sizeof count, &count, NULL));
    HOLDS(count == 1);
    OK(clSetKernelArg(kernel, 0, sizeof second, &second));
    OK(clReleaseKernel(kernel));
    OK(clEnqueueTask(queue, copy, 0, NULL, NULL));
    OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    OK(clEnqueueTask(queue, kernel, 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, first, CL_TRUE, 0, 4, &numbers[0], 0, NULL, NULL));
    OK(clEnqueueReadBuffer(queue, second, CL_TRUE, 0, 4, &numbers[1], 0, NULL, NULL));
    HOLDS(numbers[0] == 1 && numbers[1] == 2);
    OK(clReleaseKernel(copy));
    OK(clReleaseMemObject(first));
    OK(clReleaseMemObject(second));
}

static int told;

static void CL_CALLBACK tell(cl_context gone, void *digit) {
    (void)gone;
    told = 10 * told + *(int *)digit;
}

/* The callbacks come when the last object of the context is gone, the last one first. */
static void ends_of_contexts(void) {
    cl_int error;
    int one = 1, two = 2;
    cl_context own = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    OK(error);
    OK(clSetContextDestructorCallback(own, tell, &one));
    OK(clSetContextDestructorCallback(own, tell, &two));
    cl_mem buffer = clCreateBuffer(own, 0, 16, NULL, &error);
    OK(error);
    OK(clReleaseContext(own));
    HOLDS(told == 0);
    OK(clReleaseMemObject(buffer));
    HOLDS(told == 21);
}

int main(int count, char **words) {
    if (count != 3) return 2;
    most = strtoul(words[1], NULL, 10);
    reported = strtoul(words[2], NULL, 10);
    open_device();
    cl_program program = program_of("__kernel void count(__global int *n) { atomic_inc(n); }", NULL);
    cl_kernel kernel = kernel_of(program, "count");
    in_order();
    groups(kernel);
    empty_ranges(kernel);
    copies(kernel);
    ends_of_contexts();
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    close_device();
    return ended();
}
