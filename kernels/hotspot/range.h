// range.h: places of a tile in one direction, where tiles begin and end outside of a grid.
//
// Also the header of dynproc, by a link.
#ifndef HEDDLE_RANGE_H
#define HEDDLE_RANGE_H

#include "simt.h"

struct range {
    int32_t first, last;
};

static inline int within(int32_t at, struct range range) {
    return at >= range.first && at <= range.last;
}

// What of a tile that begins at `start` lies on a grid of so many cells.
static inline struct range on_grid(int32_t start, int32_t tile, int32_t cells) {
    struct range range = {start < 0 ? -start : 0, tile - 1};
    if (start + tile > cells) {
        range.last = cells - 1 - start;
    }
    return range;
}

#endif
