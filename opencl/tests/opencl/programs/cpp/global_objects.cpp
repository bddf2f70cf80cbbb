// All objects are global, and released by destructors of static objects.
#include "shared.hpp"

static cl::Context context;
static cl::CommandQueue queue;
static cl::Buffer buffer;
static cl::Program program;
static cl::Kernel kernel;
static cl::Event event;
static std::vector<int> numbers;

int main() {
    context = cl::Context(CL_DEVICE_TYPE_ALL);
    queue = cl::CommandQueue(context);
    program = cl::Program(context, SOURCE, true);
    kernel = cl::Kernel(program, "scale");
    numbers = counted(64);
    buffer = cl::Buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 256, numbers.data());
    kernel.setArg(0, buffer);
    kernel.setArg(1, 3);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &event);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 256, numbers.data());
    HOLDS(numbers[63] == 192);
    return 10;
}
