// A copy of a kernel keeps its arguments.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    cl::Program program(context, SOURCE, true);
    int one = 1;
    cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4, &one);
    cl::Kernel kernel(program, "scale");
    kernel.setArg(0, buffer);
    kernel.setArg(1, 4);
    cl::Kernel copy = kernel.clone();
    kernel.setArg(1, 5);
    for (const cl::Kernel &each : {kernel, copy})
        queue.enqueueNDRangeKernel(each, cl::NullRange, cl::NDRange(1));
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 4, &one);
    HOLDS(one == 20);
    return 19;
}
