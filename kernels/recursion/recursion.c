// recursion: functions that call themselves, to a depth of each thread's own: Ackermann's function, a
// walk over a binary tree, and quicksort of an array on the private stack.
#include "simt.h"

enum { MAX_KEYS = 24, NONE = 0xffffffff };

struct node {
    uint32_t key;
    uint32_t left, right;  // indices or NONE
};

struct args {
    const uint32_t *m, *n;     // arguments of Ackermann's function, a thread
    const struct node *nodes;
    const uint32_t *root;      // where the thread's walk begins
    const uint32_t *keys;      // MAX_KEYS x threads
    const uint32_t *count;     // how many of its keys the thread sorts, at most MAX_KEYS
    uint32_t *ackermann;       // a thread
    uint32_t *walk;            // a thread
    uint32_t *sorted;          // MAX_KEYS x threads
    uint32_t threads;
};

static uint32_t ackermann(uint32_t m, uint32_t n) {
    if (m == 0) {
        return n + 1;
    }
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

// FNV-1a over the keys below a node, in order, a word at a time.
static uint32_t walk(const struct node *nodes, uint32_t at, uint32_t hash) {
    if (at == NONE) {
        return hash;
    }
    hash = walk(nodes, nodes[at].left, hash);
    hash = (hash ^ nodes[at].key) * 16777619u;
    return walk(nodes, nodes[at].right, hash);
}

static void quicksort(uint32_t *low, uint32_t *high) {
    if (high - low < 2) {
        return;
    }
    uint32_t pivot = low[(high - low) / 2];
    uint32_t *left = low, *right = high - 1;
    while (left <= right) {
        while (*left < pivot) {
            left++;
        }
        while (*right > pivot) {
            right--;
        }
        if (left <= right) {
            uint32_t key = *left;
            *left++ = *right;
            *right-- = key;
        }
    }
    quicksort(low, right + 1);
    quicksort(left, high);
}

static void sort(uint32_t thread, const struct args *args) {
    uint32_t keys[MAX_KEYS], count = args->count[thread];
    for (uint32_t at = 0; at < count; at++) {
        keys[at] = args->keys[at * args->threads + thread];
    }
    quicksort(keys, keys + count);
    for (uint32_t at = 0; at < count; at++) {
        args->sorted[at * args->threads + thread] = keys[at];
    }
}

KERNEL(recursion)(uint32_t thread, const struct args *args) {
    if (thread >= args->threads) {
        return;
    }
    args->ackermann[thread] = ackermann(args->m[thread], args->n[thread]);
    args->walk[thread] = walk(args->nodes, args->root[thread], 2166136261u);
    sort(thread, args);
}
