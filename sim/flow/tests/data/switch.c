// switch: jump tables as clang writes them. In `returns` every case returns, in `joins` they meet.
// Threads take different cases, so that the jumps diverge. Built by scripts/build-kernels.
#include "simt.h"

struct args {
    uint32_t *out;
};

__attribute__((noinline)) static uint32_t twist(uint32_t x) {
    if (x & 1) {
        return x * 7;
    }
    for (uint32_t i = 0; i < (x & 7); i++) {
        x += i * x + 3;
    }
    return x;
}

__attribute__((noinline)) static uint32_t returns(uint32_t which, uint32_t x) {
    switch (which) {
    case 0: return x * 3 + 1;
    case 1: x ^= x << 5; break;
    case 2: x = x * x + 7; break;
    case 3: x = twist(x); break;
    case 4: for (uint32_t i = 0; i < which + (x & 7); i++) x += x << 1; break;
    case 5: x >>= 3; break;
    default: x = ~x; break;
    }
    return x + which;
}

__attribute__((noinline)) static void joins(uint32_t which, uint32_t x, uint32_t *out) {
    switch (which) {
    case 0: x = twist(x * 3); break;
    case 1: *out += x; x ^= x << 7; break;
    case 2: x = x * x + *out; break;
    case 3: x = twist(x) + 9; break;
    case 4: *out ^= 5; break;
    case 5: x = twist(x >> 2) - x; break;
    default: x = ~x; break;
    }
    *out = x * *out + 1;
}

KERNEL(switch)(uint32_t thread, const struct args *args) {
    uint32_t *out = &args->out[thread];
    *out = returns(thread & 7, thread);
    joins((thread >> 1) & 7, thread, out);
    *out += returns(thread % 5, *out);
}
