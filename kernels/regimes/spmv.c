// A sparse matrix times a vector, a row for each thread. Rows have up to 31 elements, one in eight none.
#include "regime.h"

KERNEL(spmv)(uint32_t thread, const struct args *args) {
    uint32_t row = word(args, thread), length = row >> 29 ? row % 32 : 0;
    float sum = 0.0f;
    for (uint32_t at = 0; at < length; at++) {
        uint32_t column = word(args, (row >> 5) + at);
        sum += unit(column) * unit(word(args, column));
    }
    args->out[thread] = (uint32_t)(sum * 0x1p20f);
}
