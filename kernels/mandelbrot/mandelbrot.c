// mandelbrot: escape times of the Mandelbrot set, one thread per pixel of a two-dimensional grid.
#include "simt.h"

struct args {
    uint32_t *count;  // height x width, row by row
    uint32_t width;
    uint32_t height;
    uint32_t limit;
    float left;       // of the pixel (0, 0)
    float top;
    float step;       // from pixel to pixel
};

// Steps of z <- z * z + c from z = 0 until |z| > 2, at most `limit`.
static uint32_t escape_time(float c_re, float c_im, uint32_t limit) {
    float re = 0.0f, im = 0.0f;
    for (uint32_t count = 0; count < limit; count++) {
        float re_re = re * re, im_im = im * im, re_im = re * im;
        if (re_re + im_im > 4.0f) {
            return count;
        }
        re = re_re - im_im + c_re;
        im = re_im + re_im + c_im;
    }
    return limit;
}

KERNEL(mandelbrot)(uint32_t thread, const struct args *args) {
    uint32_t x = block_idx_x() * block_dim_x() + thread_idx_x();
    uint32_t y = block_idx_y() * block_dim_y() + thread_idx_y();
    if (x < args->width && y < args->height) {
        float c_re = args->left + (float)x * args->step;
        float c_im = args->top + (float)y * args->step;
        args->count[y * args->width + x] = escape_time(c_re, c_im, args->limit);
    }
}
