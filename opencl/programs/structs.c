/* Structures by value: their layout is the same for host and device. The kernels include a header of the host's. */
#include "host.h"
#include "structs.h"

enum { ITEMS = 96, GROUP = 32 };

static cl_long sum_of(const struct inner *inner) {
    return inner->small + inner->wide + inner->list[0] + inner->list[1] + inner->list[2];
}

static struct inner some(void) {
    cl_long wide = (cl_long)random_number() << 20;
    struct inner inner = {.small = (cl_char)(random_number() % 100), .wide = wide};
    for (int i = 0; i < 3; i++) inner.list[i] = (cl_short)(random_number() % 2000 - 1000);
    return inner;
}

static struct found expected_of(cl_char before, const struct settings *settings, struct point point,
                                const struct inner *input, int item) {
    int used = settings->factor + settings->first + (int)(settings->scale.s[1] + settings->scale.s[3]) +
               settings->pair.s[0] - settings->pair.s[1];
    struct found found;
    memset(&found, 0, sizeof found);
    found.sum = sum_of(input) * used + sum_of(&settings->inner[item & 1]) + before;
    found.point.x = (cl_short)((point.y - item) * settings->factor);
    found.point.y = (cl_short)((point.x + item) * settings->factor);
    found.bytes = (cl_int)(sizeof(struct settings) + 1000 * sizeof(struct inner));
    return found;
}

int main(int count, char **words) {
    (void)count;
    static struct inner inputs[ITEMS];
    static struct found all[ITEMS];
    for (int i = 0; i < ITEMS; i++) inputs[i] = some();
    struct settings settings = {.first = -5, .scale = {{1.5f, 2.25f, 3, 4.75f}}, .pair = {{70, -30}}, .factor = 3};
    for (int i = 0; i < 2; i++) settings.inner[i] = some();
    struct point point = {12, -7};
    cl_char before = -100;
    open_device(0);
    const char *end = strrchr(words[0], '/');
    char options[4200];
    snprintf(options, sizeof options, "-I %.*s", end ? (int)(end - words[0]) : 1, end ? words[0] : ".");
    cl_program program = build(words[0], options);
    cl_kernel kernel = kernel_of(program, "use");
    cl_mem from = buffer_of(CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof inputs, inputs);
    cl_mem to = buffer_of(CL_MEM_WRITE_ONLY, sizeof all, NULL);
    ARGUMENT(kernel, 0, before);
    ARGUMENT(kernel, 1, settings);
    ARGUMENT(kernel, 2, point);
    ARGUMENT(kernel, 3, from);
    ARGUMENT(kernel, 4, to);
    launch(kernel, 1, (size_t[]){ITEMS}, (size_t[]){GROUP});
    read_back(to, sizeof all, all);
    int right = 1;
    for (int i = 0; i < ITEMS; i++) {
        struct found expected = expected_of(before, &settings, point, &inputs[i], i);
        if (memcmp(&all[i], &expected, sizeof expected) == 0) continue;
        fprintf(stderr, "found[%d] is {%lld, {%d, %d}, %d}, not {%lld, {%d, %d}, %d}\n", i, (long long)all[i].sum,
                all[i].point.x, all[i].point.y, all[i].bytes, (long long)expected.sum, expected.point.x,
                expected.point.y, expected.bytes);
        right = 0;
    }
    print_hash(all, sizeof all);
    OK(clReleaseMemObject(from));
    OK(clReleaseMemObject(to));
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    close_device();
    return !right;
}
