// Two parts of a buffer are scaled, and outlive their buffer.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    cl::Program program(context, SOURCE, true);
    auto numbers = counted(64);
    std::vector<cl::Buffer> parts;
    {
        cl::Buffer whole(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 256, numbers.data());
        for (size_t origin : {0, 128}) {
            const cl_buffer_region region{origin, 128};
            parts.push_back(whole.createSubBuffer(CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region));
        }
    }
    cl::KernelFunctor<cl::Buffer, int> scale(program, "scale");
    scale(cl::EnqueueArgs(queue, cl::NDRange(32)), parts[0], 2);
    scale(cl::EnqueueArgs(queue, cl::NDRange(32)), parts[1], 3);
    const cl::Buffer whole(parts[1].getInfo<CL_MEM_ASSOCIATED_MEMOBJECT>()(), true);
    queue.enqueueReadBuffer(whole, CL_TRUE, 0, 256, numbers.data());
    HOLDS(numbers[31] == 64 && numbers[32] == 99);
    return 13;
}
