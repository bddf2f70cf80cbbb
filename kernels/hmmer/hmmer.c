// hmmer: how well a profile HMM explains sequences, a sequence a thread: Viterbi's algorithm on the
// Plan7 model of HMMER 2, in integer log-odds, written like P7Viterbi of SPEC's 456.hmmer, which
// fung2009 ran.
//
// Rows of scores of each state lie in global memory, those of a thread side by side. In `hmmer` a state
// has two rows, which take turns, as HMMER's P7ParsingViterbi has; in `hmmer_whole` it has one for each
// residue, as P7Viterbi has. Scores are the same. Every `if (score > best) best = score` is a branch with
// a store behind it, as the pointers may alias: threads part at every one, and a miss keeps them apart.
#include "simt.h"

// Two kernels share these functions, and neither has calls.
#define INLINE __attribute__((always_inline)) static inline

enum { NEVER = -987654321 };  // the logarithm of nothing; no score falls below

// Log-odds of node k of the profile; transitions lead from it, to node k + 1 where the state is not an
// insertion.
struct node {
    int32_t match_match, insert_match, delete_match;
    int32_t match_delete, delete_delete;
    int32_t match_insert, insert_insert;
    int32_t begin, end;  // from the begin state to the node's match, and from there to the end state
};

// Log-odds of the states around the profile: leaving it for more, or for good; staying and going on.
struct around {
    int32_t before_stay, before_go;    // N
    int32_t end_again, end_last;       // E
    int32_t between_stay, between_go;  // J
    int32_t after_stay, after_go;      // C
};

struct args {
    const struct node *nodes;     // 0 to length; node 0 is no state of its own
    const struct around *around;
    const int32_t *match;         // a row of length + 1 for each residue
    const int32_t *insert;        // likewise
    const uint8_t *residues;      // of all sequences, one after the other
    const uint32_t *start;        // of each sequence, and the end of the last one
    int32_t *rows;                // of length + 1, those of a sequence side by side
    int32_t *scores;
    uint32_t length;              // nodes of the profile
    uint32_t sequences;
};

struct whole_args {
    struct args args;
    uint32_t longest;             // residues of the longest sequence
};

// Rows of the three states of each node.
struct rows {
    int32_t *match, *insert, *delete;
};

// One residue: the rows `to` from the rows `from`; returns the best score of an end here.
INLINE int32_t advance(const struct node *node, const int32_t *match, const int32_t *insert,
                       struct rows from, struct rows to, int32_t begin, uint32_t length) {
    int32_t end = NEVER, score;
    to.match[0] = to.insert[0] = to.delete[0] = NEVER;
    for (uint32_t k = 1; k <= length; k++) {
        to.match[k] = from.match[k - 1] + node[k - 1].match_match;
        if ((score = from.insert[k - 1] + node[k - 1].insert_match) > to.match[k]) {
            to.match[k] = score;
        }
        if ((score = from.delete[k - 1] + node[k - 1].delete_match) > to.match[k]) {
            to.match[k] = score;
        }
        if ((score = begin + node[k].begin) > to.match[k]) {
            to.match[k] = score;
        }
        to.match[k] += match[k];
        if (to.match[k] < NEVER) {
            to.match[k] = NEVER;
        }
        if ((score = to.match[k] + node[k].end) > end) {
            end = score;
        }

        to.delete[k] = to.delete[k - 1] + node[k - 1].delete_delete;
        if ((score = to.match[k - 1] + node[k - 1].match_delete) > to.delete[k]) {
            to.delete[k] = score;
        }
        if (to.delete[k] < NEVER) {
            to.delete[k] = NEVER;
        }

        if (k < length) {
            to.insert[k] = from.match[k] + node[k].match_insert;
            if ((score = from.insert[k] + node[k].insert_insert) > to.insert[k]) {
                to.insert[k] = score;
            }
            to.insert[k] += insert[k];
            if (to.insert[k] < NEVER) {
                to.insert[k] = NEVER;
            }
        }
    }
    return end;
}

// Scores of the states around the profile.
struct around_scores {
    int32_t before, between, after, begin;  // N, J, C, B
};

// The same for these states; `end` is the best score of an end here.
INLINE void advance_around(struct around_scores *scores, const struct around *around, int32_t end) {
    scores->before += around->before_stay;
    scores->between += around->between_stay;
    if (end + around->end_again > scores->between) {
        scores->between = end + around->end_again;
    }
    scores->begin = scores->before + around->before_go;
    if (scores->between + around->between_go > scores->begin) {
        scores->begin = scores->between + around->between_go;
    }
    scores->after += around->after_stay;
    if (end + around->end_last > scores->after) {
        scores->after = end + around->end_last;
    }
}

// Before the first residue no state of the profile has been reached.
INLINE void clear(struct rows rows, uint32_t length) {
    for (uint32_t k = 0; k <= length; k++) {
        rows.match[k] = rows.insert[k] = rows.delete[k] = NEVER;
    }
}

KERNEL(hmmer)(uint32_t thread, const struct args *args) {
    if (thread >= args->sequences) {
        return;
    }
    const struct around *around = args->around;
    uint32_t length = args->length, width = length + 1;
    int32_t *own = args->rows + thread * 6 * width;
    struct rows from = {own, own + 2 * width, own + 4 * width};
    struct rows to = {own + width, own + 3 * width, own + 5 * width};
    clear(from, length);

    struct around_scores scores = {0, NEVER, NEVER, around->before_go};
    uint32_t last = args->start[thread + 1];
    for (uint32_t at = args->start[thread]; at < last; at++) {
        uint32_t row = args->residues[at] * width;
        int32_t end = advance(args->nodes, args->match + row, args->insert + row, from, to,
                              scores.begin, length);
        advance_around(&scores, around, end);
        struct rows full = to;
        to = from;
        from = full;
    }
    args->scores[thread] = scores.after + around->after_go;
}

// The next row of each state.
INLINE struct rows below(struct rows rows, uint32_t width) {
    return (struct rows){rows.match + width, rows.insert + width, rows.delete + width};
}

KERNEL(hmmer_whole)(uint32_t thread, const struct whole_args *whole) {
    const struct args *args = &whole->args;
    if (thread >= args->sequences) {
        return;
    }
    const struct around *around = args->around;
    uint32_t length = args->length, width = length + 1;
    uint32_t matrix = (whole->longest + 1) * width;
    int32_t *own = args->rows + thread * 3 * matrix;
    struct rows from = {own, own + matrix, own + 2 * matrix};
    clear(from, length);

    struct around_scores scores = {0, NEVER, NEVER, around->before_go};
    uint32_t last = args->start[thread + 1];
    for (uint32_t at = args->start[thread]; at < last; at++) {
        uint32_t row = args->residues[at] * width;
        struct rows to = below(from, width);
        int32_t end = advance(args->nodes, args->match + row, args->insert + row, from, to,
                              scores.begin, length);
        advance_around(&scores, around, end);
        from = to;
    }
    args->scores[thread] = scores.after + around->after_go;
}
