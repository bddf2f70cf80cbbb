/* `printf` in kernels. The order of work-items is the device's: lines are compared after they were sorted. */
#define _POSIX_C_SOURCE 200809L
#include "host.h"
#include <unistd.h>

enum { ITEMS = 24, GROUP = 8, MOST_LINES = 3 * ITEMS, MOST_BYTES = 1 << 16 };

static cl_int numbers[ITEMS];
static char expected[MOST_BYTES], found[MOST_BYTES];

/* What printf of C makes of it; vectors are its numbers with commas between them. */
static void print_expected(cl_float4 vector, cl_long wide) {
    char *to = expected, *end = expected + MOST_BYTES;
    for (int i = 0; i < ITEMS; i++) {
        int n = numbers[i];
        to += snprintf(to, (size_t)(end - to), "item %d: %5d|%-5d|%05d|%+d\n", i, n, n, n, n);
        const char *kind = i % 2 ? "odd and negative" : "even and negative";
        if (n < 0) to += snprintf(to, (size_t)(end - to), "item %d: %s\n", i, kind);
    }
    to += snprintf(to, (size_t)(end - to), "unsigned %u %x %#X %o, a character %c, 100%%\n", 4000000000u, 48879u, 48879u,
                   8u, 'z');
    to += snprintf(to, (size_t)(end - to), "wide %lld %llx\n", (long long)wide, (unsigned long long)wide);
    to += snprintf(to, (size_t)(end - to), "real %f %.3f %e %g\n", 1.5f, -2.0625f, 12345.678f, 0.0001f);
    to += snprintf(to, (size_t)(end - to), "vectors 1,-2,3,-4 %2.2f,%2.2f,%2.2f,%2.2f\n", vector.s[0], vector.s[1],
                   vector.s[2], vector.s[3]);
    snprintf(to, (size_t)(end - to), "short -7,7, bytes 0x1,0x2,0xfe,0xff\n");
}

/* Standard output goes into a file between these two. */
static FILE *capture(int *kept) {
    fflush(stdout);
    FILE *file = tmpfile();
    *kept = dup(STDOUT_FILENO);
    if (!file || *kept < 0 || dup2(fileno(file), STDOUT_FILENO) < 0) {
        perror("standard output");
        exit(1);
    }
    return file;
}

static void release(FILE *file, int kept) {
    fflush(stdout);
    dup2(kept, STDOUT_FILENO);
    close(kept);
    rewind(file);
    size_t bytes = fread(found, 1, sizeof found - 1, file);
    found[bytes] = 0;
    fclose(file);
}

static int compare(const void *left, const void *right) {
    return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Cuts the text into lines, and sorts them. */
static size_t lines_of(char *text, char **lines) {
    size_t count = 0;
    for (char *line = strtok(text, "\n"); line && count < MOST_LINES; line = strtok(NULL, "\n")) lines[count++] = line;
    qsort(lines, count, sizeof *lines, compare);
    return count;
}

int main(int count, char **words) {
    (void)count;
    for (int i = 0; i < ITEMS; i++) numbers[i] = (cl_int)(random_number() % 2000) - 1000;
    cl_float4 vector = {{1.25f, -2.5f, 1000, 0}};
    cl_long wide = -123456789012345;
    print_expected(vector, wide);
    open_device(0);
    cl_program program = build(words[0], NULL);
    cl_kernel kernel = kernel_of(program, "print_item");
    cl_mem buffer = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof numbers, numbers);
    ARGUMENT(kernel, 0, buffer);
    ARGUMENT(kernel, 1, vector);
    ARGUMENT(kernel, 2, wide);
    int kept;
    FILE *file = capture(&kept);
    launch(kernel, 1, (size_t[]){ITEMS}, (size_t[]){GROUP});
    OK(clFinish(queue));
    OK(clReleaseMemObject(buffer));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    close_device();
    release(file, kept);
    char *of_found[MOST_LINES], *of_expected[MOST_LINES];
    size_t lines = lines_of(found, of_found), all = lines_of(expected, of_expected);
    int right = same("lines", 0, (double)lines, (double)all);
    for (size_t i = 0; i < lines && i < all; i++) {
        if (strcmp(of_found[i], of_expected[i]) == 0) continue;
        fprintf(stderr, "`%s` was printed, not `%s`\n", of_found[i], of_expected[i]);
        right = 0;
    }
    for (size_t i = 0; i < lines; i++) puts(of_found[i]);
    return !right;
}
