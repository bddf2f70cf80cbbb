// What the programs in C++ share. The test compiles it once for all of them.
#ifndef SHARED_HPP
#define SHARED_HPP

#define CL_HPP_TARGET_OPENCL_VERSION 300
#define CL_HPP_MINIMUM_OPENCL_VERSION 200
#define CL_HPP_ENABLE_EXCEPTIONS
#include <CL/opencl.hpp>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <thread>
#include <vector>

// Ends the program with a code that no program of ours has if something does not hold.
#define HOLDS(condition)                                                       \
    do {                                                                       \
        if (!(condition)) {                                                    \
            std::printf("line %d: %s does not hold\n", __LINE__, #condition);  \
            std::exit(99);                                                     \
        }                                                                      \
    } while (0)

const char *const SOURCE = R"(
    __kernel void scale(__global int *a, int factor) { a[get_global_id(0)] *= factor; }
    __kernel void add(__global const int *a, __global const int *b, __global int *c) {
        const size_t i = get_global_id(0);
        c[i] = a[i] + b[i];
    }
    __kernel void sum(__global const int *a, __global int *total, __local int *part) {
        const size_t l = get_local_id(0);
        part[l] = a[get_global_id(0)];
        for (size_t step = get_local_size(0) / 2; step; step /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            if (l < step)
                part[l] += part[l + step];
        }
        if (l == 0)
            atomic_add(total, part[0]);
    })";

// 1, 2, 3 ...
inline std::vector<int> counted(int count) {
    std::vector<int> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 1);
    return numbers;
}

#endif
