// Copies by a whole block: what libclc lacks. All threads take part, each with its share; waiting for a copy is a barrier, which
// libclc has.

size_t __attribute__((overloadable)) get_local_linear_id(void);
size_t __attribute__((overloadable)) get_local_size(uint dimension);

static size_t block_threads(void) {
    return get_local_size(0) * get_local_size(1) * get_local_size(2);
}

// Vectors of three, each in the place of four.
#define COPY(to, from, type)                                                                          \
    event_t __attribute__((overloadable)) async_work_group_copy(to type *target, from const type *source, \
                                                                size_t count, event_t event) {           \
        for (size_t i = get_local_linear_id(); i < count; i += block_threads())                          \
            target[i] = source[i];                                                                       \
        return event;                                                                                    \
    }

#define GATHER(type)                                                                                     \
    event_t __attribute__((overloadable)) async_work_group_strided_copy(                                 \
        __local type *target, __global const type *source, size_t count, size_t stride, event_t event) { \
        for (size_t i = get_local_linear_id(); i < count; i += block_threads())                          \
            target[i] = source[i * stride];                                                              \
        return event;                                                                                    \
    }

#define SCATTER(type)                                                                                    \
    event_t __attribute__((overloadable)) async_work_group_strided_copy(                                 \
        __global type *target, __local const type *source, size_t count, size_t stride, event_t event) { \
        for (size_t i = get_local_linear_id(); i < count; i += block_threads())                          \
            target[i * stride] = source[i];                                                              \
        return event;                                                                                    \
    }

#define PREFETCH(type) \
    void __attribute__((overloadable)) prefetch(const __global type *address, size_t count) {}

#define OF_THREE(type)              \
    COPY(__local, __global, type)   \
    COPY(__global, __local, type)   \
    GATHER(type)                    \
    SCATTER(type)                   \
    PREFETCH(type)

OF_THREE(char3)
OF_THREE(uchar3)
OF_THREE(short3)
OF_THREE(ushort3)
OF_THREE(int3)
OF_THREE(uint3)
OF_THREE(long3)
OF_THREE(ulong3)
OF_THREE(float3)
OF_THREE(double3)
