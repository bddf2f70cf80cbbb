// The default platform, device, context and queue.
#include "shared.hpp"

int main() {
    HOLDS(cl::Platform::getDefault().getInfo<CL_PLATFORM_NAME>() == "Heddle");
    cl::Program program(SOURCE, true);
    auto numbers = counted(8);
    cl::Buffer buffer(numbers.begin(), numbers.end(), false);
    cl::KernelFunctor<cl::Buffer, int> scale(program, "scale");
    scale(cl::EnqueueArgs(cl::NDRange(8)), buffer, 9);
    cl::copy(buffer, numbers.begin(), numbers.end());
    HOLDS(numbers[7] == 72);
    return 27;
}
