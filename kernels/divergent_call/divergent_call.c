// divergent_call: every thread interprets a little program of its own. Its operations are the cases
// of a `switch`, which compiles to a jump table, and functions called through a table of pointers, so
// a warp jumps and calls to many targets at once; some of these functions call others.
#include "simt.h"

enum { CASES = 10, FUNCTIONS = 6, OPERATIONS = CASES + FUNCTIONS };

struct args {
    const uint32_t *programs;  // length x threads; an operation in the low 4 bits, an operand above
    uint32_t *out;
    uint32_t threads;
    uint32_t length;
};

typedef uint32_t function(uint32_t a, uint32_t b);

__attribute__((noinline)) static uint32_t gcd(uint32_t a, uint32_t b) {
    while (b != 0) {
        uint32_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

// The integer part of the square root.
__attribute__((noinline)) static uint32_t root(uint32_t a) {
    uint32_t result = 0;
    for (uint32_t bit = 1u << 15; bit != 0; bit >>= 1) {
        uint32_t tried = result | bit;
        if (tried * tried <= a) {
            result = tried;
        }
    }
    return result;
}

static uint32_t common(uint32_t a, uint32_t b) {
    return gcd(a, b) + b;
}

static uint32_t hypotenuse(uint32_t a, uint32_t b) {
    a &= 0x7fff;
    b &= 0x7fff;
    return root(a * a + b * b);
}

// Steps of the Collatz sequence from 1 to 256 until it comes to 1.
static uint32_t collatz(uint32_t a, uint32_t b) {
    uint32_t steps = 0;
    for (uint32_t n = (a & 0xff) + 1; n != 1; steps++) {
        n = n & 1 ? 3 * n + 1 : n >> 1;
    }
    return steps * b;
}

static uint32_t reverse(uint32_t a, uint32_t b) {
    uint32_t result = 0;
    for (int bit = 0; bit < 32; bit++) {
        result = result << 1 | (a >> bit & 1);
    }
    return result ^ b;
}

// a to the power of the low four bits of b.
static uint32_t power(uint32_t a, uint32_t b) {
    uint32_t result = 1;
    for (b &= 15; b != 0; b >>= 1) {
        if (b & 1) {
            result *= a;
        }
        a *= a;
    }
    return result;
}

static uint32_t mix(uint32_t a, uint32_t b) {
    return (root(a) ^ root(b)) * 2654435761u;
}

static function *const functions[FUNCTIONS] = {
    common, hypotenuse, collatz, reverse, power, mix,
};

// One operation; case 8 is a direct call in divergent flow.
__attribute__((noinline)) static uint32_t step(uint32_t acc, uint32_t operation, uint32_t operand) {
    switch (operation) {
    case 0:
        return acc + operand;
    case 1:
        return acc - operand;
    case 2:
        return acc ^ operand;
    case 3:
        return acc * (operand | 1);
    case 4:
        return acc << (operand & 31) | acc >> (-operand & 31);
    case 5:
        return acc >> (operand & 7);
    case 6:
        return acc > operand ? acc - operand : operand - acc;
    case 7:
        return operand / (acc | 1);
    case 8:
        return acc & 1 ? gcd(acc, operand) : acc + 1;
    case 9:
        return ~acc;
    default:
        return acc ^ functions[operation - CASES](acc, operand);  // not a tail call
    }
}

KERNEL(divergent_call)(uint32_t thread, const struct args *args) {
    if (thread >= args->threads) {
        return;
    }
    uint32_t acc = thread;
    const uint32_t *program = args->programs + thread;
    for (uint32_t at = 0; at < args->length; at++, program += args->threads) {
        acc = step(acc, *program & (OPERATIONS - 1), *program >> 4);
    }
    args->out[thread] = acc;
}
