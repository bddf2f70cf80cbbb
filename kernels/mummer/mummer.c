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
    uint32_t child[5];  // by the next letter, or NONE; always that behind a query
};

struct match {
    uint32_t position, length;
};

struct args {
    const struct node *tree;
    const uint8_t *reference;  // letters 0 to 3, then 5
    const uint8_t *queries;    // each `letters` and then 4
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

// Matches as many letters as possible with the reference, if the match ends on the edge. That the edge ends
// is no reason to stop, so there is one way out of the loop, where threads meet again.
static inline void follow(struct walk *at, const struct node *node, const struct args *args,
                          const uint8_t *query) {
    const uint8_t *there = args->reference + node->position;
    at->position = node->position;
    if (at->length < node->depth) {
        while (there[at->length] == query[at->length]) {
            at->length++;
        }
    }
}

// Goes on to match letters. As many as `length` says are known to match.
static inline void descend(struct walk *at, const struct args *args, const uint8_t *query) {
    const struct node *node = args->tree + at->node;
    at->position = node->position;
    uint32_t child = node->child[query[node->depth]];
    while (child != NONE) {
        node = args->tree + child;
        follow(at, node, args, query);
        if (at->length < node->depth) {
            break;
        }
        at->node = child;
        child = node->child[query[node->depth]];
    }
}

KERNEL(mummer)(uint32_t thread, const struct args *args) {
    if (thread >= args->count) {
        return;
    }
    const uint8_t *query = args->queries + thread * (args->letters + 1);
    struct match *matches = args->matches + thread * args->starts;
    struct walk at = {.node = ROOT};
    for (uint32_t start = 0; start < args->starts; start++) {
        descend(&at, args, query + start);
        if (at.length >= args->shortest) {
            matches[start] = (struct match){at.position, at.length};
        }
        at.node = args->tree[at.node].link;
        at.length -= at.length > 0;
    }
}
