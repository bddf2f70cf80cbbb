// odd_squares: squares of odd numbers, and even numbers as they are. out[thread] for thread 0 on.
#include "simt.h"

struct args {
    uint32_t *out;
};

KERNEL(odd_squares)(uint32_t thread, const struct args *args) {
    uint32_t number = thread;
    if (thread & 1) {
        number *= thread;
    }
    args->out[thread] = number;
}
