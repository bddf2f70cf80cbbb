// How often a text of letters of one bit has a pattern of eight of them, from 24 places on; the first letter that
// differs ends a comparison.
#include "regime.h"

enum { PLACES = 24, LETTERS = 8 };

KERNEL(string_match)(uint32_t thread, const struct args *args) {
    uint32_t matches = 0, letters = 0;
    for (uint32_t place = 0; place < PLACES; place++) {
        uint32_t at = 0;
        while (at < LETTERS && (word(args, thread * PLACES + place + at) & 1) == (word(args, at) & 1)) {
            at++;
        }
        matches += at == LETTERS;
        letters += at;
    }
    args->out[thread] = matches << 16 | letters;
}
