// Objects of OpenCL in global variables of a program in C++, whose destructors release them.
#define CL_HPP_TARGET_OPENCL_VERSION 120
#define CL_HPP_MINIMUM_OPENCL_VERSION 120
#include <CL/cl2.hpp>
#include <cstdio>

static cl::Context context;
static cl::CommandQueue queue;
static cl::Buffer buffer;
static cl::Program program;
static cl::Kernel kernel;
static cl::Event event;

int main() {
    context = cl::Context(CL_DEVICE_TYPE_ALL);
    queue = cl::CommandQueue(context);
    program = cl::Program(context, "__kernel void seven(__global int *a) { a[get_global_id(0)] = 7; }", true);
    kernel = cl::Kernel(program, "seven");
    buffer = cl::Buffer(context, CL_MEM_READ_WRITE, 256);
    kernel.setArg(0, buffer);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &event);
    int numbers[64];
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, sizeof numbers, numbers);
    std::printf(numbers[63] == 7 ? "passed\n" : "%d\n", numbers[63]);
    return numbers[63];
}
