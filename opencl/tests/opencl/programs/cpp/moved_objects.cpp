// Objects are copied, moved and swapped in containers.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    std::vector<cl::Buffer> buffers;
    for (int number = 0; number < 20; number++) {
        cl::Buffer buffer(context, CL_MEM_READ_WRITE, 64);
        queue.enqueueFillBuffer(buffer, number, 0, 64);
        buffers.push_back(std::move(buffer));
    }
    std::reverse(buffers.begin(), buffers.end());
    buffers.erase(buffers.begin() + 5, buffers.end());
    const cl::Buffer last = buffers.back();
    buffers.clear();
    int number = 0;
    queue.enqueueReadBuffer(last, CL_TRUE, 60, 4, &number);
    HOLDS(number == 15);
    HOLDS(last.getInfo<CL_MEM_REFERENCE_COUNT>() == 1);
    return 22;
}
