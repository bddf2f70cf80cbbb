/* Runs generated kernels on whatever device there is, and writes what they leave in memory.
 *
 *     run PREFIX OUTPUT [OPTION OF clBuildProgram]
 *
 * The kernels are in PREFIX.cl, all with the same parameters; PREFIX.launches has a line for each launch: kernel, seed of the
 * input, dimensions, and global size, local size and offset in three dimensions. OUTPUT gets a line for each work-item, and
 * one for the counters. A kernel that fails has a line that says so, and the next one runs. */
#include "host.h"

enum { INPUTS = 256, ROW = 16, COUNTERS = 16 };

static uint32_t state;

/* The next number of the sequence that begins with a seed. */
static uint32_t next_input(void) {
    state ^= state << 13;
    state ^= state >> 17;
    return state ^= state << 5;
}

static void print_words(FILE *to, const uint32_t *words, size_t count) {
    for (size_t i = 0; i < count; i++) fprintf(to, " %08x", words[i]);
    fputc('\n', to);
}

static void run(cl_program program, const char *name, cl_uint dimensions, const size_t sizes[3][3], FILE *to) {
    const size_t *global = sizes[0], *local = sizes[1], *offset = sizes[2];
    size_t items = global[0] * global[1] * global[2], group = local[0] * local[1] * local[2];
    uint32_t inputs[INPUTS], counters[COUNTERS], *rows = calloc(items * ROW, sizeof *rows);
    if (!rows) exit(1);
    for (int i = 0; i < INPUTS; i++) inputs[i] = next_input();
    for (int i = 0; i < COUNTERS; i++) counters[i] = next_input();
    cl_mem in = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof inputs, inputs);
    cl_mem out = buffer_of(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, items * ROW * sizeof *rows, rows);
    cl_mem shared = buffer_of(CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof counters, counters);
    cl_kernel kernel = kernel_of(program, name);
    ARGUMENT(kernel, 0, in);
    ARGUMENT(kernel, 1, out);
    ARGUMENT(kernel, 2, shared);
    OK(clSetKernelArg(kernel, 3, group * sizeof(uint32_t), NULL));
    /* A queue of its own: one that a launch failed in takes no more commands. */
    cl_int error;
    cl_command_queue own = clCreateCommandQueue(context, device, 0, &error);
    OK(error);
    error = clEnqueueNDRangeKernel(own, kernel, dimensions, offset, global, local, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueReadBuffer(own, out, CL_TRUE, 0, items * ROW * sizeof *rows, rows, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        error = clEnqueueReadBuffer(own, shared, CL_TRUE, 0, sizeof counters, counters, 0, NULL, NULL);
    if (error == CL_SUCCESS) {
        for (size_t i = 0; i < items; i++) {
            fprintf(to, "%s item %zu:", name, i);
            print_words(to, rows + i * ROW, ROW);
        }
        fprintf(to, "%s counters:", name);
        print_words(to, counters, COUNTERS);
    } else {
        fprintf(to, "%s: OpenCL error %d\n", name, error);
    }
    OK(clReleaseCommandQueue(own));
    OK(clReleaseKernel(kernel));
    OK(clReleaseMemObject(in));
    OK(clReleaseMemObject(out));
    OK(clReleaseMemObject(shared));
    free(rows);
}

int main(int count, char **words) {
    if (count < 3 || count > 4) {
        fprintf(stderr, "usage: %s PREFIX OUTPUT [OPTION]\n", words[0]);
        return 2;
    }
    FILE *to = fopen(words[2], "w");
    if (!to) {
        perror(words[2]);
        return 1;
    }
    open_device(0);
    char options[256];
    snprintf(options, sizeof options, "-w -cl-fp32-correctly-rounded-divide-sqrt %s", count == 4 ? words[3] : "");
    cl_program program = build(words[1], options);
    char *launches = text_beside(words[1], ".launches"), *rest = launches;
    for (char *line; (line = strtok_r(rest, "\n", &rest));) {
        char name[64];
        cl_uint dimensions;
        size_t s[3][3];
        if (sscanf(line, "%63s %u %u %zu %zu %zu %zu %zu %zu %zu %zu %zu", name, &state, &dimensions, &s[0][0], &s[0][1],
                   &s[0][2], &s[1][0], &s[1][1], &s[1][2], &s[2][0], &s[2][1], &s[2][2]) != 12) {
            fprintf(stderr, "%s.launches: no launch: %s\n", words[1], line);
            return 1;
        }
        run(program, name, dimensions, (const size_t(*)[3])s, to);
        fflush(to);
    }
    free(launches);
    OK(clReleaseProgram(program));
    close_device();
    return fclose(to) != 0;
}
