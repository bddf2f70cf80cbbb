/* Structures that host and kernels share. The types of the host have the sizes and the alignments of OpenCL's. */
#ifdef __OPENCL_VERSION__
typedef char cl_char;
typedef short cl_short;
typedef int cl_int;
typedef long cl_long;
typedef float cl_float;
typedef int2 cl_int2;
typedef float4 cl_float4;
#endif

/* Holes before `wide` and at the end. */
struct inner {
    cl_char small;
    cl_long wide;
    cl_short list[3];
};

/* A vector, which stands at a multiple of 16 bytes, other structures and an array. */
struct settings {
    cl_char first;
    cl_float4 scale;
    struct inner inner[2];
    cl_int2 pair;
    cl_int factor;
};

/* Small enough for registers. */
struct point {
    cl_short x, y;
};

/* What a work-item finds. */
struct found {
    cl_long sum;
    struct point point;
    cl_int bytes;
};
