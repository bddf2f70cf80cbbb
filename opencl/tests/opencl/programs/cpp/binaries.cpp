// A program is made again from its binary.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    const auto devices = context.getInfo<CL_CONTEXT_DEVICES>();
    cl::CommandQueue queue(context);
    const auto binaries = cl::Program(context, SOURCE, true).getInfo<CL_PROGRAM_BINARIES>();
    cl::Program program(context, devices, binaries);
    program.build();
    int number = 6;
    cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4, &number);
    cl::KernelFunctor<cl::Buffer, int> scale(program, "scale");
    scale(cl::EnqueueArgs(queue, cl::NDRange(1)), buffer, 4);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 4, &number);
    HOLDS(number == 24);
    return 24;
}
