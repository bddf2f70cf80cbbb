// An event calls back when it ends, and a buffer when it is gone.
#include "shared.hpp"

static int called;

static void CL_CALLBACK ended(cl_event, cl_int, void *count) { *static_cast<int *>(count) += 1; }
static void CL_CALLBACK gone(cl_mem, void *count) { *static_cast<int *>(count) += 10; }

int main() {
    {
        cl::Context context(CL_DEVICE_TYPE_GPU);
        cl::CommandQueue queue(context);
        cl::Buffer buffer(context, CL_MEM_READ_WRITE, 64);
        buffer.setDestructorCallback(gone, &called);
        cl::Event event;
        queue.enqueueFillBuffer(buffer, 7, 0, 64, nullptr, &event);
        event.setCallback(CL_COMPLETE, ended, &called);
        queue.finish();
        HOLDS(called == 1);
    }
    HOLDS(called == 11);
    return 16;
}
