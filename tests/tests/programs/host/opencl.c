// Runs kernels in OpenCL C on the first device of the first platform, with the output of run.c for kernels in C.
//
//   opencl PROGRAM OPTIONS INPUT_WORDS OUTPUT_WORDS (KERNEL BLOCKS THREADS)...
//
// The kernels are in PROGRAM.cl. Standard input and output are those of run.c.
#include "host.h"

static void read_words(uint32_t *words, size_t count) {
    if (fread(words, 4, count, stdin) == count) return;
    fprintf(stderr, "opencl: input ends early\n");
    exit(2);
}

static void run_kernel(cl_program program, const char *name, size_t blocks, size_t threads, size_t inputs, size_t outputs) {
    size_t all = blocks * threads, words = all * outputs;
    uint32_t *input = calloc(inputs, 4), *output = calloc(words, 4);
    if (!input || !output) exit(1);
    read_words(input, inputs);
    cl_kernel kernel = kernel_of(program, name);
    cl_mem in = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, inputs * 4, input);
    cl_mem out = buffer_of(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, words * 4, output);
    ARGUMENT(kernel, 0, in);
    ARGUMENT(kernel, 1, out);
    launch(kernel, 1, &all, &threads);
    read_back(out, words * 4, output);
    fwrite(output, 4, words, stdout);
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(in));
    OK(clReleaseMemObject(out));
    free(input);
    free(output);
}

int main(int count, char **words) {
    if (count < 5 || (count - 5) % 3 != 0) {
        fprintf(stderr, "opencl: wrong arguments, see opencl.c\n");
        return 2;
    }
    open_device(0);
    cl_program program = build(words[1], words[2]);
    size_t inputs = strtoul(words[3], NULL, 10), outputs = strtoul(words[4], NULL, 10);
    for (int w = 5; w < count; w += 3) {
        size_t blocks = strtoul(words[w + 1], NULL, 10), threads = strtoul(words[w + 2], NULL, 10);
        run_kernel(program, words[w], blocks, threads, inputs, outputs);
    }
    OK(clReleaseProgram(program));
    close_device();
    return fclose(stdout) != 0;
}
