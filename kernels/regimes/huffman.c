// Decodes 64 bits of a code whose words have one to six bits; letters that need more than two are escapes that count
// their length once more.
#include "regime.h"

enum { WORDS = 2, LONGEST = 6 };

KERNEL(huffman)(uint32_t thread, const struct args *args) {
    uint32_t letters = 0, sum = 0, length = 0;
    for (uint32_t at = 0; at < WORDS; at++) {
        uint32_t bits = word(args, thread * WORDS + at);
        for (uint32_t bit = 0; bit < 32; bit++, bits >>= 1) {
            length++;
            if (bits & 1 && length < LONGEST) {
                continue;
            }
            letters++;
            if (length > 2) {
                for (uint32_t step = 0; step < length; step++) {
                    sum = sum * 5 + step;
                }
            } else {
                sum += length;
            }
            length = 0;
        }
    }
    args->out[2 * thread] = letters;
    args->out[2 * thread + 1] = sum;
}
