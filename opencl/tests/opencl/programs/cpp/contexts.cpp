// The end of a context is told when its last object is gone.
#include "shared.hpp"

static int ends;

static void CL_CALLBACK gone(cl_context, void *count) { ++*static_cast<int *>(count); }

int main() {
    cl::CommandQueue queue;
    {
        cl::Context context(CL_DEVICE_TYPE_GPU);
        HOLDS(clSetContextDestructorCallback(context(), gone, &ends) == CL_SUCCESS);
        queue = cl::CommandQueue(context);
    }
    HOLDS(ends == 0);
    queue = cl::CommandQueue();
    HOLDS(ends == 1);
    return 23;
}
