// Kernels are called as functions, with numbers and buffers.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    cl::Program program(context, SOURCE, true);
    auto numbers = counted(32);
    cl::Buffer a(context, numbers.begin(), numbers.end(), true), b(context, numbers.begin(), numbers.end(), true);
    cl::Buffer c(context, CL_MEM_WRITE_ONLY, 128);
    cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::Buffer> add(program, "add");
    add(cl::EnqueueArgs(queue, cl::NDRange(32), cl::NDRange(8)), a, b, c).wait();
    cl::copy(queue, c, numbers.begin(), numbers.end());
    HOLDS(numbers[31] == 64);
    return 18;
}
