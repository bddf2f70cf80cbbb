// Transfers and launches have times, one after the other.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context, cl::QueueProperties::Profiling);
    cl::Program program(context, SOURCE, true);
    auto numbers = counted(64);
    cl::Buffer buffer(context, CL_MEM_READ_WRITE, 256);
    cl::Kernel kernel(program, "scale");
    kernel.setArg(0, buffer);
    kernel.setArg(1, 2);
    cl::Event events[3];
    queue.enqueueWriteBuffer(buffer, CL_TRUE, 0, 256, numbers.data(), nullptr, &events[0]);
    queue.enqueueNDRangeKernel(kernel, cl::NullRange, cl::NDRange(64), cl::NullRange, nullptr, &events[1]);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 256, numbers.data(), nullptr, &events[2]);
    cl_ulong before = 0;
    for (const cl::Event &event : events) {
        const auto start = event.getProfilingInfo<CL_PROFILING_COMMAND_START>();
        const auto end = event.getProfilingInfo<CL_PROFILING_COMMAND_END>();
        HOLDS(before <= start && start < end);
        before = end;
    }
    return 15;
}
