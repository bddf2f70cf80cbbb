// An out-of-order queue with markers and barriers.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context, cl::QueueProperties::OutOfOrder | cl::QueueProperties::Profiling);
    cl::Buffer buffer(context, CL_MEM_READ_WRITE, 64);
    std::vector<cl::Event> filled(2);
    queue.enqueueFillBuffer(buffer, 1, 0, 32, nullptr, &filled[0]);
    queue.enqueueFillBuffer(buffer, 2, 32, 32, nullptr, &filled[1]);
    cl::Event marker;
    queue.enqueueMarkerWithWaitList(&filled, &marker);
    queue.enqueueBarrierWithWaitList();
    std::vector<int> found(16);
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 64, found.data());
    HOLDS(found[7] == 1 && found[8] == 2);
    HOLDS(marker.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_COMPLETE);
    return 20;
}
