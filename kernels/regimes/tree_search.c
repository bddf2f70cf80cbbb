// Eight searches in a tree of 4095 nodes in the order of its levels. A node with three low bits zero is a leaf, so
// searches end at different depths.
#include "regime.h"

enum { SEARCHES = 8 };

KERNEL(tree_search)(uint32_t thread, const struct args *args) {
    uint32_t found = 0;
    for (uint32_t search = 0; search < SEARCHES; search++) {
        uint32_t key = word(args, thread * SEARCHES + search) * 2654435761u, node = 0;
        while (node < TABLE - 1) {
            uint32_t value = args->in[node];
            if (value == key || value % 8 == 0) {
                break;
            }
            node = 2 * node + 1 + (key > value);
        }
        found = found * 31 + node;
    }
    args->out[thread] = found;
}
