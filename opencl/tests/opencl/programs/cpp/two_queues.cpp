// A queue waits for what another one does.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue first(context), second(context);
    cl::Program program(context, SOURCE, true);
    auto numbers = counted(16);
    cl::Buffer buffer(context, CL_MEM_READ_WRITE, 64);
    cl::Kernel kernel(program, "scale");
    kernel.setArg(0, buffer);
    kernel.setArg(1, 7);
    cl::UserEvent gate(context);
    const std::vector<cl::Event> start{gate};
    std::vector<cl::Event> written(1), scaled(1);
    first.enqueueWriteBuffer(buffer, CL_FALSE, 0, 64, numbers.data(), &start, &written[0]);
    second.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(16), cl::NullRange, &written, &scaled[0]);
    std::vector<int> found(16);
    first.enqueueReadBuffer(buffer, CL_FALSE, 0, 64, found.data(), &scaled);
    gate.setStatus(CL_COMPLETE);
    first.finish();
    HOLDS(found[15] == 112);
    return 14;
}
