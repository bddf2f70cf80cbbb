/* Processes that fork. A child that is forked before the first call has a device of its own. In a child that is forked later, every
   call answers CL_OUT_OF_RESOURCES, also while the child exits; the parent goes on. */
#include "check.h"
#include <sys/wait.h>
#include <unistd.h>

static cl_mem buffer;

static void released(void) {
    clReleaseMemObject(buffer);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
}

static void uses_the_device(void) {
    int number = 5, read = 0;
    buffer = buffer_of(CL_MEM_COPY_HOST_PTR, sizeof number, &number);
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof read, &read, 0, NULL, NULL));
    HOLDS(read == 5);
}

static void is_refused(void) {
    cl_uint count;
    int number;
    CODE(CL_OUT_OF_RESOURCES, clGetPlatformIDs(0, NULL, &count));
    CODE(CL_OUT_OF_RESOURCES, clFinish(queue));
    CODE(CL_OUT_OF_RESOURCES, clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof number, &number, 0, NULL, NULL));
    CODE(CL_OUT_OF_RESOURCES, clReleaseMemObject(buffer));
    MAKES(CL_OUT_OF_RESOURCES, clCreateContext(NULL, 1, &device, NULL, NULL, &error));
    HOLDS(clGetExtensionFunctionAddressForPlatform(platform, "clIcdGetPlatformIDsKHR") == NULL);
}

/* What a child does; its exit code says whether all was well. */
static void in_child(void (*body)(void)) {
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        body();
        exit(complaints ? 1 : 3);
    }
    int status = 0;
    HOLDS(waitpid(child, &status, 0) == child);
    HOLDS(WIFEXITED(status) && WEXITSTATUS(status) == 3);
}

static void has_its_own(void) {
    open_device();
    uses_the_device();
}

int main(void) {
    atexit(released);
    in_child(has_its_own);
    open_device();
    uses_the_device();
    in_child(is_refused);
    uses_the_device();
    return ended();
}
