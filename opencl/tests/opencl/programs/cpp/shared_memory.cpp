// A sum in the shared memory of groups.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    cl::Program program(context, SOURCE, true);
    auto numbers = counted(64);
    int total = 0;
    cl::Buffer a(context, numbers.begin(), numbers.end(), true);
    cl::Buffer result(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4, &total);
    cl::KernelFunctor<cl::Buffer, cl::Buffer, cl::LocalSpaceArg> sum(program, "sum");
    sum(cl::EnqueueArgs(queue, cl::NDRange(64), cl::NDRange(8)), a, result, cl::Local(32));
    queue.enqueueReadBuffer(result, CL_TRUE, 0, 4, &total);
    HOLDS(total == 2080);
    return 28;
}
