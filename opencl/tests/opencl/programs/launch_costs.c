/* What a launch costs after the first ones: bytes that are allocated, most of which are cleared, and host threads that are made. Counts
   instead of times: they are the same on any host. */
#include "check.h"
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>

enum { LAUNCHES = 20, ITEMS = 64 };

static atomic_size_t bytes, threads;

void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);

/* These take the place of the functions of the C library, for the library under test too. */
void *malloc(size_t size) {
    bytes += size;
    return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
    bytes += count * size;
    return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
    bytes += size;
    return __libc_realloc(old, size);
}

int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *), void *data) {
    __typeof__(&pthread_create) create = (__typeof__(&pthread_create))dlsym(RTLD_NEXT, "pthread_create");
    threads++;
    return create(thread, attributes, body, data);
}

int main(int count, char **words) {
    size_t most = count > 1 ? strtoul(words[1], NULL, 10) : 0;
    open_device();
    cl_program program = program_of("__kernel void more(__global int *a) { a[get_global_id(0)] += 1; }", NULL);
    cl_kernel kernel = kernel_of(program, "more");
    cl_mem buffer = buffer_of(0, ITEMS * sizeof(int), NULL);
    OK(clSetKernelArg(kernel, 0, sizeof buffer, &buffer));
    size_t global = ITEMS, local = 4;
    for (int i = 0; i < 3 + LAUNCHES; i++) {
        if (i == 3) bytes = threads = 0;
        OK(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &global, &local, 0, NULL, NULL));
        OK(clFinish(queue));
    }
    size_t each = bytes / LAUNCHES, made = threads;
    fprintf(stderr, "%zu bytes a launch, %zu host threads\n", each, made);
    if (each > most) COMPLAIN("a launch allocates %zu bytes, more than %zu", each, most);
    HOLDS(made == 0);
    OK(clReleaseKernel(kernel));
    OK(clReleaseProgram(program));
    OK(clReleaseMemObject(buffer));
    close_device();
    return ended();
}
