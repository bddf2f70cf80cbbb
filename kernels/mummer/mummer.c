// mummer: where queries occur in a reference sequence, after MUMmerGPU: a thread takes a query down the
// suffix tree of the reference until a letter differs, then follows the suffix link to the match that
// begins a letter later, and so on.
//
// Where a thread is in the tree and how long it stays on an edge depends on its letters. Race-free: a
// thread writes its own matches, and only those.
#include "simt.h"

enum {
    NONE = 0xffffffff,
    ROOT = 0
};

// A node and the edge to it.
struct node {
    uint32_t position;  // where its letters, from the root's, first stand in the reference
    uint32_t depth;     // how many they are; NONE at a leaf: up to the reference's end
    uint32_t link;      // the node of the same letters without the first one; the root's is itself
    uint32_t child[4];  // by the next letter, or NONE
};

struct match {
    uint32_t position, length;
};

struct args {
    const struct node *tree;
    const uint8_t *reference;  // letters 0 to 3, and behind them one that is none
    const uint8_t *queries;    // of `letters` each
    struct match *matches;     // of each query, from each of its `starts` first letters on; zero at first
    uint32_t count;            // of queries
    uint32_t letters;
    uint32_t starts;           // those with `shortest` letters behind them
    uint32_t shortest;         // a match that is written
};

// The longest match from one letter on.
struct walk {
    uint32_t node;      // all letters of which match,
    uint32_t length;    // of the match,
    uint32_t position;  // and where it first stands in the reference
};

// Goes on to match `letters` letters. As many as `length` says are known to match.
static inline void descend(struct walk *at, const struct args *args, const uint8_t *query, uint32_t letters) {
    const struct node *node = args->tree + at->node;
    at->position = node->position;
    while (node->depth < letters) {
        uint32_t child = node->child[query[node->depth]];
        if (child == NONE) {
            break;
        }
        node = args->tree + child;
        at->position = node->position;
        uint32_t end = node->depth < letters ? node->depth : letters;
        while (at->length < end && args->reference[at->position + at->length] == query[at->length]) {
            at->length++;
        }
        if (at->length < node->depth) {
            break;
        }
        at->node = child;
    }
}

KERNEL(mummer)(uint32_t thread, const struct args *args) {
    if (thread >= args->count) {
        return;
    }
    const uint8_t *query = args->queries + thread * args->letters;
    struct match *matches = args->matches + thread * args->starts;
    struct walk at = {.node = ROOT};
    for (uint32_t start = 0; start < args->starts; start++) {
        descend(&at, args, query + start, args->letters - start);
        if (at.length >= args->shortest) {
            matches[start] = (struct match){at.position, at.length};
        }
        at.node = args->tree[at.node].link;
        at.length -= at.length > 0;
    }
}
