// Eight look-ups in a hash table with open addressing. One slot in eight is empty; a chain ends there, or at the
// key, of which eight bits count.
#include "regime.h"

enum { LOOKUPS = 8 };

KERNEL(hash_probe)(uint32_t thread, const struct args *args) {
    uint32_t hits = 0, steps = 0;
    for (uint32_t lookup = 0; lookup < LOOKUPS; lookup++) {
        uint32_t key = (thread * LOOKUPS + lookup) * 2654435761u, slot = key >> 20;
        for (;;) {
            uint32_t held = word(args, slot);
            steps++;
            if (held >> 29 == 0) {
                break;
            }
            if ((held & 0xff) == (key & 0xff)) {
                hits += held;
                break;
            }
            slot++;
        }
    }
    args->out[2 * thread] = hits;
    args->out[2 * thread + 1] = steps;
}
