// A program that does not build throws its log.
#include "shared.hpp"

int main() {
    cl::Context context(CL_DEVICE_TYPE_GPU);
    cl::Program program(context, "__kernel void k(__global int *a) { *a = nobody; }");
    try {
        program.build();
        return 1;
    } catch (const cl::BuildError &error) {
        HOLDS(error.err() == CL_BUILD_PROGRAM_FAILURE);
        HOLDS(error.getBuildLog().at(0).second.find("nobody") != std::string::npos);
    }
    return 11;
}
