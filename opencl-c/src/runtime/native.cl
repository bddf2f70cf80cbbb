// The native functions for which libclc calls C's library: here they are the functions of OpenCL C.

#define NATIVE(name, type)                                                         \
    type __attribute__((overloadable)) name(type x);                               \
    type __attribute__((overloadable)) native_##name(type x) { return name(x); }

#define NATIVE_OF(name)    \
    NATIVE(name, float)    \
    NATIVE(name, float2)   \
    NATIVE(name, float3)   \
    NATIVE(name, float4)   \
    NATIVE(name, float8)   \
    NATIVE(name, float16)

NATIVE_OF(cos)
NATIVE_OF(exp)
NATIVE_OF(exp2)
NATIVE_OF(log)
NATIVE_OF(log10)
NATIVE_OF(log2)
NATIVE_OF(sin)
