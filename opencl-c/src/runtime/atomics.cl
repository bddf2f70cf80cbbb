// Atomics of OpenCL C 3.0: on words in every address space, with an order and a scope.

#include "elements.h"

// clang knows no machine behind its target `spir`, and so no size of atomics. The words of ours are atomic.
#pragma clang diagnostic ignored "-Watomic-alignment"

// An access itself is relaxed. What another order demands is a fence on both of its sides.
static inline void ordered(memory_order order) {
    if (order != memory_order_relaxed)
        __asm__ volatile("fence rw, rw" ::: "memory");
}

#define ORDER_AND_SCOPE memory_order order, memory_scope scope
#define RELAXED memory_order_relaxed, memory_scope_device

#define CHANGE(name, space, type)                                                                      \
    type OVERLOADED atomic_##name##_explicit(volatile space atomic_##type *at, type value,             \
                                             ORDER_AND_SCOPE) {                                        \
        ordered(order);                                                                                \
        const type old = __opencl_atomic_##name(at, value, RELAXED);                                   \
        ordered(order);                                                                                \
        return old;                                                                                    \
    }

#define ACCESS(space, type)                                                                            \
    void OVERLOADED atomic_init(volatile space atomic_##type *at, type value) {                        \
        __opencl_atomic_init(at, value);                                                               \
    }                                                                                                  \
    type OVERLOADED atomic_load_explicit(volatile space atomic_##type *at, ORDER_AND_SCOPE) {          \
        ordered(order);                                                                                \
        const type value = __opencl_atomic_load(at, RELAXED);                                          \
        ordered(order);                                                                                \
        return value;                                                                                  \
    }                                                                                                  \
    void OVERLOADED atomic_store_explicit(volatile space atomic_##type *at, type value,                \
                                          ORDER_AND_SCOPE) {                                           \
        ordered(order);                                                                                \
        __opencl_atomic_store(at, value, RELAXED);                                                     \
        ordered(order);                                                                                \
    }                                                                                                  \
    CHANGE(exchange, space, type)

// The expected value may be in another address space.
#define COMPARE(strength, space, type, expected_space)                                                 \
    bool OVERLOADED atomic_compare_exchange_##strength##_explicit(                                     \
        volatile space atomic_##type *at, expected_space type *expected, type value,                   \
        memory_order success, memory_order failure, memory_scope scope) {                              \
        type found = *expected;                                                                        \
        ordered(success);                                                                              \
        const bool same = __opencl_atomic_compare_exchange_##strength(                                 \
            at, &found, value, memory_order_relaxed, RELAXED);                                         \
        ordered(same ? success : failure);                                                             \
        if (!same)                                                                                     \
            *expected = found;                                                                         \
        return same;                                                                                   \
    }

#define COMPARES(space, type)                                                                          \
    COMPARE(strong, space, type, __global)                                                             \
    COMPARE(strong, space, type, __local)                                                              \
    COMPARE(strong, space, type, __private)                                                            \
    COMPARE(weak, space, type, __global)                                                               \
    COMPARE(weak, space, type, __local)                                                                \
    COMPARE(weak, space, type, __private)

#define INTEGERS(space, type)                                                                          \
    CHANGE(fetch_add, space, type)                                                                     \
    CHANGE(fetch_sub, space, type)                                                                     \
    CHANGE(fetch_or, space, type)                                                                      \
    CHANGE(fetch_xor, space, type)                                                                     \
    CHANGE(fetch_and, space, type)                                                                     \
    CHANGE(fetch_min, space, type)                                                                     \
    CHANGE(fetch_max, space, type)

// A flag is an `atomic_int`.
#define FLAGS(space)                                                                                   \
    bool OVERLOADED atomic_flag_test_and_set_explicit(volatile space atomic_flag *at,                  \
                                                      ORDER_AND_SCOPE) {                               \
        return atomic_exchange_explicit(at, 1, order, scope) != 0;                                     \
    }                                                                                                  \
    void OVERLOADED atomic_flag_clear_explicit(volatile space atomic_flag *at, ORDER_AND_SCOPE) {      \
        atomic_store_explicit(at, 0, order, scope);                                                    \
    }

#define WORDS(space)                                                                                   \
    ACCESS(space, int)                                                                                 \
    ACCESS(space, uint)                                                                                \
    ACCESS(space, float)                                                                               \
    INTEGERS(space, int)                                                                               \
    INTEGERS(space, uint)                                                                              \
    COMPARES(space, int)                                                                               \
    COMPARES(space, uint)                                                                              \
    COMPARES(space, float)                                                                             \
    FLAGS(space)

WORDS(__global)
WORDS(__local)
