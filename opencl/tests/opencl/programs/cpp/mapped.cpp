// A mapped buffer is written in host memory.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    cl::Buffer buffer(context, CL_MEM_ALLOC_HOST_PTR, 256);
    auto *at = static_cast<int *>(queue.enqueueMapBuffer(buffer, CL_TRUE, CL_MAP_WRITE, 0, 256));
    std::iota(at, at + 64, 0);
    queue.enqueueUnmapMemObject(buffer, at);
    std::vector<int> found(64);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 256, found.data());
    HOLDS(found[63] == 63);
    return 17;
}
