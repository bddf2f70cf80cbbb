// listing1: collange2011, listing 1. A divergent call of a function that lies after its call site:
// min(PC) runs the code after the `if` before f, once for each side; the deepest call first does not.
//
// Compiled code: neither the call nor the leaf f moves sp, so only `nesting = call_depth` sees it.
#include "simt.h"

struct args {
    const uint32_t *c;
    uint32_t *out;
};

__attribute__((noinline)) uint32_t f(uint32_t x);

// out[thread] = thread + 1, after f where c, hashed by Knuth's multiplier.
KERNEL(listing1)(uint32_t thread, const struct args *args) {
    uint32_t x = thread + 1;
    if (args->c[thread]) {
        x = f(x);
    }
    args->out[thread] = x * 2654435761u;
}

// Eight steps of Marsaglia's 32-bit xorshift generator (13, 17, 5).
// Defined here so that it lies behind its caller: functions keep the order of the source.
uint32_t f(uint32_t x) {
#pragma clang loop unroll(disable)
    for (int step = 0; step < 8; step++) {
        x ^= x << 13;
        x ^= x >> 17;
        x ^= x << 5;
    }
    return x;
}
