// loops: the shapes of loops and if-then-else in the notes, each a function of its own.
//
// A shape is told by the blocks a thread runs: each has a letter, and the thread's result is the
// FNV-1a hash of its letters in the order it ran them. Trip counts and conditions are the thread's own.
#include "simt.h"

struct args {
    const uint32_t *trips;       // per thread, small
    const uint32_t *conditions;  // per thread, 32 of them
    uint32_t *out;               // shapes x threads
    uint32_t threads;
};

enum { FNV_OFFSET = 2166136261u, FNV_PRIME = 16777619u };

// Runs a block. The comment in the assembly differs from block to block, so no two are merged and no
// branch becomes arithmetic; it adds no instruction.
#define BLOCK(letter)                                   \
    do {                                                \
        path = (path ^ (letter)) * (uint32_t)FNV_PRIME; \
        __asm__ volatile("# block %1" : "+r"(path) : "i"(letter)); \
    } while (0)

// A condition of the thread.
#define COND(number) (conditions >> ((number) & 31) & 1)

// The same, run in a block of its own.
#define TEST(letter, number) \
    ({                       \
        BLOCK(letter);       \
        COND(number);        \
    })

// Loops are as they stand: the compiler neither unrolls nor peels them.
#define LOOP _Pragma("clang loop unroll(disable)")

#define SHAPE(name)                                                                     \
    __attribute__((noinline)) static uint32_t name(uint32_t trips, uint32_t conditions, \
                                                   uint32_t path)

SHAPE(if_else) {
    BLOCK('A');
    if (COND(0)) {
        BLOCK('B');
    } else {
        BLOCK('C');
    }
    BLOCK('X');
    return path;
}

SHAPE(nested_if_else) {
    if (COND(0)) {
        BLOCK('A');
        if (COND(1)) {
            BLOCK('B');
        } else {
            BLOCK('C');
        }
        BLOCK('D');
    } else {
        BLOCK('E');
        if (COND(2)) {
            BLOCK('F');
            if (COND(3)) {
                BLOCK('G');
            }
            BLOCK('H');
        }
    }
    BLOCK('X');
    return path;
}

SHAPE(short_circuit) {
    if ((TEST('A', 0) && TEST('B', 1)) || TEST('C', 2)) {
        BLOCK('D');
    } else {
        BLOCK('E');
    }
    BLOCK('X');
    return path;
}

SHAPE(for_loop) {
    BLOCK('A');
    LOOP for (uint32_t i = 0; i < trips; i++) {
        BLOCK('D');
    }
    BLOCK('X');
    return path;
}

SHAPE(for_if_else) {
    BLOCK('A');
    LOOP for (uint32_t i = 0; i < trips; i++) {
        if (COND(i)) {
            BLOCK('D');
        } else {
            BLOCK('E');
        }
    }
    BLOCK('X');
    return path;
}

SHAPE(for_body_if_else) {
    BLOCK('A');
    LOOP for (uint32_t i = 0; i < trips; i++) {
        BLOCK('D');
        if (COND(i)) {
            BLOCK('E');
        } else {
            BLOCK('F');
        }
    }
    BLOCK('X');
    return path;
}

SHAPE(for_break) {
    BLOCK('A');
    LOOP for (uint32_t i = 0; i < trips; i++) {
        BLOCK('D');
        if (COND(i)) {
            BLOCK('E');
        } else {
            BLOCK('F');
            if (COND(i + 16)) {
                BLOCK('G');
                break;
            }
        }
    }
    BLOCK('X');
    return path;
}

SHAPE(for_continue) {
    BLOCK('A');
    LOOP for (uint32_t i = 0; i < trips; i++) {
        BLOCK('D');
        if (COND(i)) {
            continue;
        }
        BLOCK('E');
    }
    BLOCK('X');
    return path;
}

SHAPE(while_loop) {
    BLOCK('A');
    uint32_t left = conditions;
    LOOP while ((left & 3) != 3) {
        BLOCK('D');
        left = left >> 1 | 1u << 31;
    }
    BLOCK('X');
    return path;
}

SHAPE(do_while) {
    BLOCK('A');
    uint32_t i = 0;
    LOOP do {
        BLOCK('D');
        i++;
    } while (i < trips);
    BLOCK('X');
    return path;
}

SHAPE(nested_loops) {
    LOOP for (uint32_t i = 0; i < trips; i++) {
        BLOCK('D');
        LOOP for (uint32_t j = 0; j < (conditions >> i & 3); j++) {
            BLOCK('E');
        }
        BLOCK('F');
    }
    BLOCK('X');
    return path;
}

SHAPE(nested_breaks) {
    LOOP for (uint32_t i = 0; i < trips; i++) {
        BLOCK('D');
        LOOP for (uint32_t j = 0; j < trips; j++) {
            BLOCK('E');
            if (COND(i + j)) {
                BLOCK('F');
                break;
            }
            BLOCK('G');
        }
        if (COND(i + 8) && COND(i + 9)) {
            BLOCK('H');
            break;
        }
        BLOCK('I');
    }
    BLOCK('X');
    return path;
}

// Out of both loops at once.
SHAPE(break_two) {
    LOOP for (uint32_t i = 0; i < trips; i++) {
        BLOCK('D');
        LOOP for (uint32_t j = 0; j <= i; j++) {
            if (COND(i + 2 * j) && COND(i + j + 1)) {
                BLOCK('F');
                goto done;
            }
            BLOCK('E');
        }
    }
done:
    BLOCK('X');
    return path;
}

SHAPE(early_return) {
    BLOCK('A');
    if (COND(31)) {
        return path;
    }
    LOOP for (uint32_t i = 0; i < trips; i++) {
        BLOCK('D');
        if (COND(i) && COND(i + 1)) {
            BLOCK('E');
            return path;
        }
    }
    BLOCK('X');
    return path;
}

KERNEL(loops)(uint32_t thread, const struct args *args) {
    if (thread >= args->threads) {
        return;
    }
    uint32_t trips = args->trips[thread], conditions = args->conditions[thread];
    uint32_t *out = args->out + thread;
#define RUN(name) (*out = name(trips, conditions, (uint32_t)FNV_OFFSET), out += args->threads)
    RUN(if_else);
    RUN(nested_if_else);
    RUN(short_circuit);
    RUN(for_loop);
    RUN(for_if_else);
    RUN(for_body_if_else);
    RUN(for_break);
    RUN(for_continue);
    RUN(while_loop);
    RUN(do_while);
    RUN(nested_loops);
    RUN(nested_breaks);
    RUN(break_two);
    RUN(early_return);
}
