// Versions and features as OpenCL 3.0 tells them; shared virtual memory is refused.
#include "shared.hpp"

int main() {
    const cl::Device device = cl::Device::getDefault();
    HOLDS(device.getInfo<CL_DEVICE_NUMERIC_VERSION>() == CL_MAKE_VERSION(3, 0, 0));
    const auto languages = device.getInfo<CL_DEVICE_OPENCL_C_ALL_VERSIONS>();
    HOLDS(languages.back().version == CL_MAKE_VERSION(3, 0, 0));
    HOLDS(device.getInfo<CL_DEVICE_ILS_WITH_VERSION>().empty());
    HOLDS(device.getInfo<CL_DEVICE_SVM_CAPABILITIES>() == 0);
    HOLDS(!device.getInfo<CL_DEVICE_PIPE_SUPPORT>());
    cl::Context context(device);
    HOLDS(clSVMAlloc(context(), CL_MEM_READ_WRITE, 64, 0) == nullptr);
    try {
        cl::Pipe pipe(context, 4, 4);
        return 1;
    } catch (const cl::Error &error) {
        HOLDS(error.err() == CL_INVALID_OPERATION);
    }
    return 29;
}
