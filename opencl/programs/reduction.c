/* Reduction with a `__local` argument, whose size follows that of the group: the largest power of two that the kernel
 * can have, up to 128. The host joins what groups found. */
#include "host.h"

enum { COUNT = 5000, GROUPS = 5, MOST = 128 };

static cl_int numbers[COUNT];

static void join(cl_int4 *to, cl_int sum, cl_int least, cl_int largest) {
    to->s[0] += sum;
    if (least < to->s[1]) to->s[1] = least;
    if (largest > to->s[2]) to->s[2] = largest;
}

static size_t group_of(cl_kernel kernel) {
    size_t most, group = MOST;
    OK(clGetKernelWorkGroupInfo(kernel, device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL));
    while (group > most) group /= 2;
    return group;
}

int main(int count, char **words) {
    (void)count;
    cl_int4 expected = {{0, CL_INT_MAX, CL_INT_MIN, 0}}, found = expected, results[GROUPS];
    for (int i = 0; i < COUNT; i++) {
        numbers[i] = (cl_int)(random_number() % 400000) - 200000;
        join(&expected, numbers[i], numbers[i], numbers[i]);
    }
    open_device(0);
    cl_program program = build(words[0], "-Werror");
    cl_kernel kernel = kernel_of(program, "reduce");
    size_t group = group_of(kernel), global = GROUPS * group;
    cl_mem from = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers);
    cl_mem to = buffer_of(CL_MEM_WRITE_ONLY, sizeof results, NULL);
    cl_int all = COUNT;
    ARGUMENT(kernel, 0, from);
    ARGUMENT(kernel, 1, all);
    OK(clSetKernelArg(kernel, 2, group * sizeof(cl_int4), NULL));
    ARGUMENT(kernel, 3, to);
    launch(kernel, 1, &global, &group);
    read_back(to, sizeof results, results);
    for (int i = 0; i < GROUPS; i++) join(&found, results[i].s[0], results[i].s[1], results[i].s[2]);
    int right = 1;
    for (size_t i = 0; i < 3; i++) right &= same("sum, least, largest", i, found.s[i], expected.s[i]);
    print_hash(&found, sizeof found);
    OK(clReleaseMemObject(from));
    OK(clReleaseMemObject(to));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
