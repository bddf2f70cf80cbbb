// Each thread sorts 16 words on its private stack, with ranges that wait on a stack of their own.
#include "regime.h"

enum { WORDS = 16 };

KERNEL(quicksort)(uint32_t thread, const struct args *args) {
    uint32_t words[WORDS];
    int32_t waiting[2 * WORDS], depth = 0;
    for (uint32_t at = 0; at < WORDS; at++) {
        words[at] = word(args, thread * 5 + at * 7);
    }
    waiting[depth++] = 0;
    waiting[depth++] = WORDS - 1;
    while (depth != 0) {
        int32_t last = waiting[--depth], first = waiting[--depth], low = first, high = last;
        uint32_t pivot = words[(first + last) / 2];
        while (low <= high) {
            while (words[low] < pivot) low++;
            while (words[high] > pivot) high--;
            if (low <= high) {
                uint32_t held = words[low];
                words[low++] = words[high];
                words[high--] = held;
            }
        }
        if (first < high) {
            waiting[depth++] = first;
            waiting[depth++] = high;
        }
        if (low < last) {
            waiting[depth++] = low;
            waiting[depth++] = last;
        }
    }
    for (uint32_t at = 0; at < 4; at++) {
        args->out[at * threads_of_launch() + thread] = words[at * 5];
    }
}
