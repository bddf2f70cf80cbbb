/* Programs that are stored and read back: an object, a library of one object, an executable without kernels. */
#include "check.h"

static cl_program from_source(const char *source) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    OK(error);
    return program;
}

/* The program that is made of the binary of another one. */
static cl_program read_back(cl_program program) {
    cl_int error, status;
    size_t bytes = 0;
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARY_SIZES, sizeof bytes, &bytes, NULL));
    unsigned char *binary = malloc(bytes);
    OK(clGetProgramInfo(program, CL_PROGRAM_BINARIES, sizeof binary, &binary, NULL));
    const unsigned char *given = binary;
    cl_program read = clCreateProgramWithBinary(context, 1, &device, &bytes, &given, &status, &error);
    OK(error);
    OK(status);
    free(binary);
    return read;
}

static void is_of_type(cl_program program, cl_program_binary_type expected) {
    cl_program_binary_type type = CL_PROGRAM_BINARY_TYPE_NONE;
    OK(clGetProgramBuildInfo(program, device, CL_PROGRAM_BINARY_TYPE, sizeof type, &type, NULL));
    if (type != expected) COMPLAIN("type %u, not %u", type, expected);
}

/* The type of a program stays when the program is stored; the program can be built. */
static void stays(cl_program program, cl_program_binary_type type) {
    is_of_type(program, type);
    cl_program read = read_back(program);
    is_of_type(read, type);
    OK(clBuildProgram(read, 1, &device, NULL, NULL, NULL));
    is_of_type(read, CL_PROGRAM_BINARY_TYPE_EXECUTABLE);
    OK(clReleaseProgram(read));
}

static void libraries(void) {
    cl_int error;
    cl_program object = from_source("int two(void); int two(void) { return 2; }");
    OK(clCompileProgram(object, 1, &device, NULL, 0, NULL, NULL, NULL, NULL));
    stays(object, CL_PROGRAM_BINARY_TYPE_COMPILED_OBJECT);
    cl_program library = clLinkProgram(context, 1, &device, "-create-library", 1, &object, NULL, NULL, &error);
    OK(error);
    stays(library, CL_PROGRAM_BINARY_TYPE_LIBRARY);
    OK(clReleaseProgram(library));
    OK(clReleaseProgram(object));
}

static void has_no_kernel(cl_program program) {
    size_t count = 1;
    cl_uint found = 1;
    OK(clBuildProgram(program, 1, &device, NULL, NULL, NULL));
    OK(clGetProgramInfo(program, CL_PROGRAM_NUM_KERNELS, sizeof count, &count, NULL));
    HOLDS(count == 0);
    MAKES(CL_INVALID_KERNEL_NAME, clCreateKernel(program, "twice", &error));
    OK(clCreateKernelsInProgram(program, 0, NULL, &found));
    HOLDS(found == 0);
}

static void empty(void) {
    static const char *const sources[] = {
        "", "#ifdef cl_khr_fp16\n__kernel void twice(__global half *x) { x[get_global_id(0)] *= 2; }\n#endif\n",
        "int two(void); int two(void) { return 2; }"};
    for (int i = 0; i < 3; i++) {
        cl_program program = from_source(sources[i]);
        has_no_kernel(program);
        cl_program read = read_back(program);
        has_no_kernel(read);
        OK(clReleaseProgram(read));
        OK(clReleaseProgram(program));
    }
}

int main(void) {
    open_device();
    libraries();
    empty();
    close_device();
    return ended();
}
