// The program ends deep inside, while objects live in functions and in a static one.
#include "shared.hpp"

static cl::Context &shared() {
    static cl::Context context(CL_DEVICE_TYPE_GPU);
    return context;
}

static void leave(cl::Buffer buffer) {
    static cl::CommandQueue queue(shared());
    queue.enqueueFillBuffer(buffer, 3, 0, 64);
    std::exit(21);
}

int main() {
    cl::Buffer buffer(shared(), CL_MEM_READ_WRITE, 64);
    leave(buffer);
    return 1;
}
