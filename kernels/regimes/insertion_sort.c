// Each thread sorts sixteen words on its private stack.
#include "regime.h"

enum { WORDS = 16 };

KERNEL(insertion_sort)(uint32_t thread, const struct args *args) {
    uint32_t words[WORDS];
    for (uint32_t at = 0; at < WORDS; at++) {
        uint32_t held = word(args, thread + at * 97), place = at;
        while (place != 0 && words[place - 1] > held) {
            words[place] = words[place - 1];
            place--;
        }
        words[place] = held;
    }
    for (uint32_t at = 0; at < 4; at++) {
        args->out[4 * thread + at] = words[at * 5];
    }
}
