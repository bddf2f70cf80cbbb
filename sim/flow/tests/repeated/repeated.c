// repeated: jump tables in loops, whose address the compiler keeps in a register or on the stack over the loop, and indices
// that need no check. Built by scripts/build-kernels at -O1, -O2, -O3 and -Os.
#include "simt.h"

struct args {
    const uint32_t *in;
    uint32_t *out;
    uint32_t count;
};

// A plain `switch` in a `for`.
KERNEL(plain)(uint32_t thread, const struct args *args) {
    uint32_t x = args->in[thread];
    for (uint32_t i = 0; i < args->count; i++) {
        switch ((x >> i) % 9) {
        case 0: x += 3; break;
        case 1: x ^= x << 5; break;
        case 2: x = x * x + 7; break;
        case 3: x -= i; break;
        case 4: x = ~x; break;
        case 5: x >>= 3; break;
        default: x += i * x; break;
        }
    }
    args->out[thread] = x;
}

// The index has eight values, so there is nothing to check.
KERNEL(masked)(uint32_t thread, const struct args *args) {
    uint32_t x = args->in[thread];
    for (uint32_t i = 0; i < args->count; i++) {
        switch (x & 7) {
        case 0: x += 13; break;
        case 1: x ^= x << 5; break;
        case 2: x = x * x + 7; break;
        case 3: x -= i; break;
        case 4: x = ~x; break;
        case 5: x >>= 3; break;
        case 6: x += i * x; break;
        case 7: x = x * 5 + 1; break;
        }
    }
    args->out[thread] = x;
}

// An index of eight bits, which are cut off after the check or before it.
KERNEL(bytes)(uint32_t thread, const struct args *args) {
    uint32_t x = args->in[thread];
    for (uint32_t i = 0; i < args->count; i++) {
        switch ((uint8_t)(x >> 3)) {
        case 10: x += 13; break;
        case 11: x ^= x << 5; break;
        case 12: x = x * x + 7; break;
        case 13: x -= i; break;
        case 14: x = ~x; break;
        case 15: x >>= 3; break;
        case 16: x += i * x; break;
        default: x = x * 5 + 1; break;
        }
    }
    args->out[thread] = x;
}

// All values of the index have a case, as the compiler finds out by itself.
KERNEL(unchecked)(uint32_t thread, const struct args *args) {
    uint32_t x = args->in[thread];
    for (uint32_t i = 0; i < args->count; i++) {
        switch (x % 7) {
        case 0: x += 13; break;
        case 1: x ^= x << 5; break;
        case 2: x = x * x + 7; break;
        case 3: x -= i; break;
        case 4: x = ~x; break;
        case 5: x >>= 3; break;
        default: x = x * 5 + 1; break;
        }
    }
    args->out[thread] = x;
}

#define STEP(k)                                 \
    switch (a[k] & 15) {                        \
    case 0: a[k] += a[(k + 1) % 12]; break;     \
    case 1: a[k] ^= a[(k + 2) % 12]; break;     \
    case 2: a[k] *= a[(k + 3) % 12]; break;     \
    case 3: a[k] -= a[(k + 4) % 12]; break;     \
    case 4: a[k] = ~a[(k + 5) % 12]; break;     \
    case 5: a[k] >>= 3; break;                  \
    case 6: a[k] <<= 3; break;                  \
    default: a[k] = a[k] * 5 + 1; break;        \
    }

// More values than there are registers: tables' addresses are put away on the stack.
KERNEL(crowded)(uint32_t thread, const struct args *args) {
    uint32_t a[12];
    for (uint32_t k = 0; k < 12; k++) {
        a[k] = args->in[thread] * (2 * k + 1);
    }
    for (uint32_t i = 0; i < args->count; i++) {
        STEP(0) STEP(1) STEP(2) STEP(3) STEP(4) STEP(5)
        STEP(6) STEP(7) STEP(8) STEP(9) STEP(10) STEP(11)
    }
    uint32_t sum = 0;
    for (uint32_t k = 0; k < 12; k++) {
        sum = sum * 31 + a[k];
    }
    args->out[thread] = sum;
}

// The case is the same in every turn: the compiler looks it up in the table once, ahead of the loop.
KERNEL(kept)(uint32_t thread, const struct args *args) {
    uint32_t x = args->in[thread], which = x & 7;
    for (uint32_t i = 0; i < args->count; i++) {
        for (uint32_t j = 0; j < (x & 3); j++) {
            x += j * x;
        }
        switch (which) {
        case 0: x += 13; break;
        case 1: x ^= x << 5; break;
        case 2: x = x * x + 7; break;
        case 3: x -= i; break;
        case 4: x = ~x; break;
        case 5: x >>= 3; break;
        case 6: x += i * x; break;
        case 7: x = x * 5 + 1; break;
        }
    }
    args->out[thread] = x;
}

// A value of the index that never comes has no case: its entry leads behind the function.
KERNEL(gap)(uint32_t thread, const struct args *args) {
    uint32_t x = args->in[thread];
    for (uint32_t i = 0; i < args->count; i++) {
        switch (x & 7) {
        case 0: x += 13; break;
        case 1: x ^= x << 5; break;
        case 2: x = x * x + 7; break;
        case 3: __builtin_unreachable();
        case 4: x = ~x; break;
        case 5: x >>= 3; break;
        case 6: x += i * x; break;
        case 7: x = x * 5 + 1; break;
        }
        x &= ~8u;
    }
    args->out[thread] = x;
}

// A value of the index has gone another way before: its entry leads to whatever follows, here to the next loop.
KERNEL(gone)(uint32_t thread, const struct args *args) {
    uint32_t x = args->in[thread];
    for (uint32_t i = 0; i < args->count; i++) {
        if ((x & 7) == 1) {
            x ^= x << 5;
            continue;
        }
        args->out[thread] = x;
        switch (x & 7) {
        case 0: x += 13; break;
        case 1: x ^= x << 4; break;
        case 2: x = x * x + 7; break;
        case 3: x -= i; break;
        case 4: x = ~x; break;
        case 5: x >>= 3; break;
        case 6: x += i * x; break;
        case 7: x = x * 5 + 1; break;
        }
    }
    block_barrier();
    uint32_t y = x;
    for (uint32_t i = 0; i < args->count; i++) {
        switch (y & 7) {
        case 0: y += 11; break;
        case 1: y ^= y << 4; break;
        case 2: y = y * y + 3; break;
        case 3: y -= i; break;
        case 4: y = ~y; break;
        case 5: y >>= 2; break;
        case 6: y += i * x; break;
        case 7: y = y * 3 + 1; break;
        }
    }
    args->out[thread] = y;
}

// The index counts from 0, and nothing but the cases leads to where it grows.
KERNEL(counted)(uint32_t thread, const struct args *args) {
    uint32_t x = args->in[thread], left = args->count;
    for (uint32_t i = 0; i < (args->in[x & 15] & 7) && left > 0; i++, left--) {
        switch (i) {
        case 0: x += 13; break;
        case 1: x ^= x << 5; break;
        case 2: x = x * x + 7; break;
        case 3: x -= left; break;
        case 4: x = ~x; break;
        case 5: x >>= 3; break;
        case 6: x = x * 5 + 1; break;
        }
        args->out[x & 15] += x;
    }
    args->out[thread] = x;
}
