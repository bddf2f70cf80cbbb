// Each thread has its queue and its buffer.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::Program program(context, SOURCE, true);
    std::vector<int> results(4);
    std::vector<std::thread> threads;
    for (int number = 0; number < 4; number++)
        threads.emplace_back([&, number] {
            cl::CommandQueue queue(context);
            int value = 1;
            cl::Buffer buffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, 4, &value);
            cl::KernelFunctor<cl::Buffer, int> scale(program, "scale");
            for (int round = 0; round < 3; round++)
                scale(cl::EnqueueArgs(queue, cl::NDRange(1)), buffer, number);
            queue.enqueueReadBuffer(buffer, CL_TRUE, 0, 4, &results[number]);
        });
    for (std::thread &thread : threads)
        thread.join();
    HOLDS(results == (std::vector<int>{0, 1, 8, 27}));
    return 26;
}
