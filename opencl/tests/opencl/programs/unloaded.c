/* The library is closed with `dlclose` while objects exist: it stays in the process, so that handles and functions stay valid. */
#include "check.h"
#include <dlfcn.h>

#define FUNCTION(library, name) __typeof__(&name) own_##name = (__typeof__(&name))dlsym(library, #name)

int main(void) {
    cl_int error;
    cl_uint references = 0;
    void *library = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) COMPLAIN("%s", dlerror());
    FUNCTION(library, clGetPlatformIDs);
    FUNCTION(library, clGetDeviceIDs);
    FUNCTION(library, clCreateContext);
    FUNCTION(library, clGetContextInfo);
    FUNCTION(library, clReleaseContext);
    OK(own_clGetPlatformIDs(1, &platform, NULL));
    OK(own_clGetDeviceIDs(platform, CL_DEVICE_TYPE_GPU, 1, &device, NULL));
    context = own_clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    OK(error);
    HOLDS(dlclose(library) == 0);
    OK(own_clGetContextInfo(context, CL_CONTEXT_REFERENCE_COUNT, sizeof references, &references, NULL));
    HOLDS(references == 1);
    void *again = dlopen("libOpenCL.so.1", RTLD_NOW | RTLD_LOCAL);
    FUNCTION(again, clRetainContext);
    OK(own_clRetainContext(context));
    HOLDS(dlclose(again) == 0);
    OK(own_clReleaseContext(context));
    OK(own_clReleaseContext(context));
    CODE(CL_INVALID_CONTEXT, own_clReleaseContext(context));
    return ended();
}
