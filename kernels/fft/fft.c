// fft: the discrete Fourier transform of n = 2^m complex floats by Stockham's radix-2 algorithm, a pair
// a thread, a step a launch: like SPLASH-2's FFT, which fung2009 ran, it moves all data in every step
// and hardly diverges. All accesses go through the cache.
//
// Before a step, element k of the transform of every 2 * `stride`-th sample, from sample s on, lies at
// k * 2 * `stride` + s; the step makes the transforms of every `stride`-th sample of them.
#include "simt.h"

struct complex {
    float real, imaginary;
};

struct args {
    const struct complex *from;
    struct complex *to;
    const struct complex *roots;  // exp(-2 pi i j / n) for j below n / 2
    uint32_t pairs;               // n / 2
    uint32_t stride;              // n / 2 in the first step, 1 in the last
};

KERNEL(fft)(uint32_t thread, const struct args *args) {
    if (thread >= args->pairs) {
        return;
    }
    uint32_t stride = args->stride;
    uint32_t turn = thread & -stride;  // k * stride, where thread = k * stride + s
    const struct complex *from = args->from + thread + turn;
    struct complex even = from[0], odd = from[stride], root = args->roots[turn];
    struct complex turned = {
        odd.real * root.real - odd.imaginary * root.imaginary,
        odd.real * root.imaginary + odd.imaginary * root.real,
    };
    struct complex *to = args->to + thread;
    to[0] = (struct complex){even.real + turned.real, even.imaginary + turned.imaginary};
    to[args->pairs] = (struct complex){even.real - turned.real, even.imaginary - turned.imaginary};
}
