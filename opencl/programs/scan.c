/* Prefix sums over several groups: parts, the sums of the parts, and both together. */
#include "host.h"

enum { COUNT = 3000, GROUP = 64, PART = 2 * GROUP, PARTS = (COUNT + PART - 1) / PART };

static cl_int numbers[COUNT], sums[COUNT];

static void scan_parts(cl_kernel kernel, cl_mem from, cl_mem to, cl_mem of_parts, cl_int count) {
    ARGUMENT(kernel, 0, from);
    ARGUMENT(kernel, 1, to);
    ARGUMENT(kernel, 2, of_parts);
    OK(clSetKernelArg(kernel, 3, PART * sizeof(cl_int), NULL));
    ARGUMENT(kernel, 4, count);
    size_t global = (size_t)(count + PART - 1) / PART * GROUP, local = GROUP;
    launch(kernel, 1, &global, &local);
}

int main(int count, char **words) {
    (void)count;
    for (int i = 0; i < COUNT; i++) numbers[i] = (cl_int)(random_number() % 200) - 100;
    open_device(0);
    cl_program program = build(words[0], NULL);
    cl_kernel parts = kernel_of(program, "parts"), add = kernel_of(program, "add");
    cl_mem from = buffer_of(CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, sizeof numbers, numbers);
    cl_mem to = buffer_of(0, sizeof sums, NULL);
    cl_mem of_parts = buffer_of(0, PARTS * sizeof(cl_int), NULL), before = buffer_of(0, PARTS * sizeof(cl_int), NULL);
    cl_mem all = buffer_of(0, sizeof(cl_int), NULL);
    scan_parts(parts, from, to, of_parts, COUNT);
    scan_parts(parts, of_parts, before, all, PARTS);
    cl_int part = PART, whole = COUNT;
    ARGUMENT(add, 0, to);
    ARGUMENT(add, 1, before);
    ARGUMENT(add, 2, part);
    ARGUMENT(add, 3, whole);
    launch(add, 1, (size_t[]){PARTS * PART}, (size_t[]){PART});
    read_back(to, sizeof sums, sums);
    cl_int total, sum = 0;
    read_back(all, sizeof total, &total);
    int right = 1;
    for (size_t i = 0; i < COUNT; sum += numbers[i++]) right &= same("sum", i, sums[i], sum);
    right &= same("total", 0, total, sum);
    print_hash(sums, sizeof sums);
    cl_mem buffers[] = {from, to, of_parts, before, all};
    for (int i = 0; i < 5; i++) OK(clReleaseMemObject(buffers[i]));
    OK(clReleaseKernel(parts));
    OK(clReleaseKernel(add));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
