// Commands wait for an event that the program sets.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::CommandQueue queue(context);
    cl::Buffer buffer(context, CL_MEM_READ_WRITE, 4);
    cl::UserEvent gate(context);
    const std::vector<cl::Event> after{gate};
    cl::Event written;
    int number = 1;
    queue.enqueueWriteBuffer(buffer, CL_FALSE, 0, 4, &number, &after, &written);
    HOLDS(written.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>() == CL_QUEUED);
    number = 5;
    gate.setStatus(CL_COMPLETE);
    written.wait();
    int found = 0;
    queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 4, &found);
    HOLDS(found == 5);
    return 12;
}
