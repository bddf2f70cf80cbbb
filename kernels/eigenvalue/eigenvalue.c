// eigenvalue: eigenvalues of a symmetric tridiagonal matrix by bisection, as EigenValue of the AMD APP SDK
// does it: an interval a thread, two launches a round. eigenvalue_count counts the eigenvalues in every
// interval, eigenvalue_split gives every eigenvalue a part of the interval that it is in: half of one
// that has no other, else one of as many parts as the interval has eigenvalues.
//
// Race-free: within a launch a thread writes its own interval or count, and nobody reads what is written.
#include "simt.h"

struct interval {
    float low, high;
};

struct args {
    const float *diagonal;         // `order` elements
    const float *beside;           // those beside the diagonal, order - 1
    const struct interval *from;   // `order` intervals, ascending; some have no eigenvalue
    uint32_t *counts;              // eigenvalues in each
    struct interval *to;
    uint32_t order;                // of the matrix
    float tolerance;               // an interval as narrow as this is good enough
};

// Eigenvalues below x: the negative ones in Sturm's sequence of quotients. A quotient of zero makes the
// next one infinite, which counts as it should.
static uint32_t below(const struct args *args, float x) {
    float quotient = args->diagonal[0] - x;
    uint32_t count = quotient < 0.0f;
    for (uint32_t i = 1; i < args->order; i++) {
        float beside = args->beside[i - 1];
        quotient = args->diagonal[i] - x - beside * beside / quotient;
        count += quotient < 0.0f;
    }
    return count;
}

KERNEL(eigenvalue_count)(uint32_t thread, const struct args *args) {
    if (thread < args->order) {
        struct interval interval = args->from[thread];
        args->counts[thread] = below(args, interval.high) - below(args, interval.low);
    }
}

// One half of an interval: the one with the eigenvalue.
static struct interval half(const struct args *args, struct interval whole) {
    if (whole.high - whole.low <= args->tolerance) {
        return whole;
    }
    float middle = (whole.low + whole.high) / 2.0f;
    if (below(args, middle) == below(args, whole.low)) {
        whole.low = middle;
    } else {
        whole.high = middle;
    }
    return whole;
}

// One of `parts` of an interval.
static struct interval part(struct interval whole, uint32_t index, uint32_t parts) {
    float width = (whole.high - whole.low) / (float)parts;
    float low = whole.low + width * (float)index;
    float high = index + 1 == parts ? whole.high : whole.low + width * (float)(index + 1);
    return (struct interval){low, high};
}

KERNEL(eigenvalue_split)(uint32_t thread, const struct args *args) {
    if (thread >= args->order) {
        return;
    }
    uint32_t index = thread, at = 0;  // of the thread's eigenvalue in the interval `at`
    while (index >= args->counts[at]) {
        index -= args->counts[at++];
    }
    uint32_t count = args->counts[at];
    args->to[thread] = count == 1 ? half(args, args->from[at]) : part(args->from[at], index, count);
}
