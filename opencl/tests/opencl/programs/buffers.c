/* Buffers: every way in and out of them, parts, mappings, callbacks. No kernel runs. */
#include "check.h"

enum { BYTES = 4096 };

static unsigned char pattern[BYTES], seen[BYTES];

static cl_mem patterned(cl_mem_flags flags) {
    return buffer_of(flags | CL_MEM_COPY_HOST_PTR, BYTES, pattern);
}

static void read_all(cl_mem buffer) {
    memset(seen, 0xee, BYTES);
    OK(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, BYTES, seen, 0, NULL, NULL));
}

static void transfers(void) {
    cl_mem one = patterned(CL_MEM_READ_WRITE), other = buffer_of(0, BYTES, NULL);
    read_all(other);
    for (int i = 0; i < BYTES; i++) HOLDS(seen[i] == 0);
    OK(clEnqueueCopyBuffer(queue, one, other, 16, 32, 100, 0, NULL, NULL));
    OK(clEnqueueWriteBuffer(queue, other, CL_FALSE, 1000, 24, pattern, 0, NULL, NULL));
    OK(clEnqueueFillBuffer(queue, other, "abcd", 4, 2000, 40, 0, NULL, NULL));
    read_all(other);
    HOLDS(!memcmp(seen + 32, pattern + 16, 100));
    HOLDS(seen[31] == 0 && seen[132] == 0);
    HOLDS(!memcmp(seen + 1000, pattern, 24));
    HOLDS(!memcmp(seen + 2000, "abcdabcdabcdabcdabcdabcdabcdabcdabcdabcd", 40) && seen[2040] == 0);
    CODE(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, one, one, 0, 99, 100, 0, NULL, NULL));
    OK(clEnqueueCopyBuffer(queue, one, one, 0, 100, 100, 0, NULL, NULL));
    read_all(one);
    HOLDS(!memcmp(seen + 100, pattern, 100));
    OK(clEnqueueMigrateMemObjects(queue, 1, &one, CL_MIGRATE_MEM_OBJECT_HOST, 0, NULL, NULL));
    OK(clReleaseMemObject(one));
    OK(clReleaseMemObject(other));
}

static void rectangles(void) {
    cl_mem one = patterned(0), other = buffer_of(0, BYTES, NULL);
    size_t from[3] = {3, 2, 1}, to[3] = {1, 1, 2}, region[3] = {5, 3, 2};
    OK(clEnqueueCopyBufferRect(queue, one, other, from, to, region, 16, 160, 20, 200, 0, NULL, NULL));
    read_all(other);
    for (int z = 0; z < 2; z++)
        for (int y = 0; y < 3; y++)
            HOLDS(!memcmp(seen + (z + 2) * 200 + (y + 1) * 20 + 1, pattern + (z + 1) * 160 + (y + 2) * 16 + 3, 5));
    unsigned char host[1000] = {0};
    OK(clEnqueueReadBufferRect(queue, one, CL_TRUE, from, to, region, 16, 160, 20, 200, host, 0, NULL, NULL));
    HOLDS(!memcmp(host + 421, pattern + 160 + 35, 5) && host[426] == 0 && host[420] == 0);
    memset(host, 7, sizeof host);
    OK(clEnqueueWriteBufferRect(queue, one, CL_TRUE, from, to, region, 16, 160, 20, 200, host, 0, NULL, NULL));
    read_all(one);
    HOLDS(seen[160 + 35] == 7 && seen[160 + 39] == 7 && seen[160 + 34] == pattern[160 + 34]);
    HOLDS(seen[160 + 40] == pattern[160 + 40]);
    size_t near[3] = {5, 3, 1}, apart[3] = {8, 2, 1};
    CODE(CL_MEM_COPY_OVERLAP,
         clEnqueueCopyBufferRect(queue, one, one, from, near, region, 16, 160, 16, 160, 0, NULL, NULL));
    OK(clEnqueueCopyBufferRect(queue, one, one, from, apart, region, 16, 160, 16, 160, 0, NULL, NULL));
    OK(clReleaseMemObject(one));
    OK(clReleaseMemObject(other));
}

static void mappings(void) {
    cl_int error;
    cl_uint count;
    cl_mem buffer = patterned(0);
    unsigned char *all = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 0, BYTES, 0, NULL, NULL, &error);
    OK(error);
    HOLDS(!memcmp(all, pattern, BYTES));
    unsigned char *some = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_WRITE, 256, 16, 0, NULL, NULL, &error);
    OK(error);
    HOLDS(some == all + 256 && some[3] == pattern[259]);
    OK(clGetMemObjectInfo(buffer, CL_MEM_MAP_COUNT, sizeof count, &count, NULL));
    HOLDS(count == 2);
    some[3] = 99;
    CODE(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, buffer, some + 1, 0, NULL, NULL));
    OK(clEnqueueUnmapMemObject(queue, buffer, some, 0, NULL, NULL));
    CODE(CL_INVALID_VALUE, clEnqueueUnmapMemObject(queue, buffer, some, 0, NULL, NULL));
    OK(clEnqueueUnmapMemObject(queue, buffer, all, 0, NULL, NULL));
    read_all(buffer);
    HOLDS(seen[259] == 99 && seen[258] == pattern[258]);
    OK(clReleaseMemObject(buffer));

    static unsigned char own[BYTES];
    memcpy(own, pattern, BYTES);
    buffer = buffer_of(CL_MEM_USE_HOST_PTR, BYTES, own);
    OK(clEnqueueFillBuffer(queue, buffer, "z", 1, 10, 5, 0, NULL, NULL));
    some = clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ, 8, 10, 0, NULL, NULL, &error);
    OK(error);
    HOLDS(some == own + 8 && own[10] == 'z' && own[15] == pattern[15]);
    OK(clEnqueueUnmapMemObject(queue, buffer, some, 0, NULL, NULL));
    void *host;
    OK(clGetMemObjectInfo(buffer, CL_MEM_HOST_PTR, sizeof host, &host, NULL));
    HOLDS(host == own);
    OK(clReleaseMemObject(buffer));
}

static void parts(void) {
    cl_int error;
    cl_mem whole = patterned(0);
    cl_buffer_region region = {256, 128};
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_ONLY, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    OK(error);
    OK(clEnqueueReadBuffer(queue, part, CL_TRUE, 5, 20, seen, 0, NULL, NULL));
    HOLDS(!memcmp(seen, pattern + 261, 20));
    OK(clEnqueueFillBuffer(queue, part, "\x01", 1, 0, 128, 0, NULL, NULL));
    CODE(CL_MEM_COPY_OVERLAP, clEnqueueCopyBuffer(queue, whole, part, 300, 0, 100, 0, NULL, NULL));
    cl_mem above;
    size_t offset;
    OK(clGetMemObjectInfo(part, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof above, &above, NULL));
    OK(clGetMemObjectInfo(part, CL_MEM_OFFSET, sizeof offset, &offset, NULL));
    HOLDS(above == whole && offset == 256);
    read_all(whole);
    HOLDS(seen[256] == 1 && seen[383] == 1 && seen[384] == pattern[384] && seen[255] == pattern[255]);
    OK(clReleaseMemObject(whole));
    OK(clEnqueueReadBuffer(queue, part, CL_TRUE, 0, 1, seen, 0, NULL, NULL));
    OK(clReleaseMemObject(part));
    CODE(CL_INVALID_MEM_OBJECT, clReleaseMemObject(part));
}

static char order[16];

static void CL_CALLBACK gone(cl_mem buffer, void *data) {
    (void)buffer;
    strcat(order, data);
}

static void destructors(void) {
    cl_mem buffer = buffer_of(0, 16, NULL);
    OK(clSetMemObjectDestructorCallback(buffer, gone, "a"));
    OK(clSetMemObjectDestructorCallback(buffer, gone, "b"));
    OK(clRetainMemObject(buffer));
    OK(clReleaseMemObject(buffer));
    HOLDS(!strcmp(order, ""));
    OK(clReleaseMemObject(buffer));
    HOLDS(!strcmp(order, "ba"));
}

static void memory_is_given_back(void) {
    for (int i = 0; i < 100; i++) {
        cl_mem buffer = buffer_of(0, 400 << 20, NULL);
        OK(clReleaseMemObject(buffer));
    }
    cl_mem one = buffer_of(0, 500 << 20, NULL), other = buffer_of(0, 500 << 20, NULL);
    MAKES(CL_MEM_OBJECT_ALLOCATION_FAILURE, clCreateBuffer(context, 0, 100 << 20, NULL, &error));
    OK(clReleaseMemObject(one));
    OK(clReleaseMemObject(other));
}

int main(void) {
    for (int i = 0; i < BYTES; i++) pattern[i] = i * 7 + i / 256;
    open_device();
    transfers();
    rectangles();
    mappings();
    parts();
    destructors();
    memory_is_given_back();
    close_device();
    return ended();
}
