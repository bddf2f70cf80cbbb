// A program is linked from two that were compiled.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    cl::Program one(context, "int twice(int a) { return 2 * a; }");
    cl::Program other(context, "int twice(int a); __kernel void k(__global int *a) { *a = twice(*a); }");
    one.compile();
    other.compile();
    const cl::Program program = cl::linkProgram({one, other});
    int number = 21;
    cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4, &number);
    cl::KernelFunctor<cl::Buffer>(program, "k")(cl::EnqueueArgs(queue, cl::NDRange(1)), buffer);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 4, &number);
    HOLDS(number == 42);
    return 25;
}
