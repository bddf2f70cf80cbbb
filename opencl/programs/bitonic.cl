/* Bitonic sorting: exchanges at one distance in global memory, and all distances within a part in local memory. */

void exchange(uint *low, uint *high, bool rising) {
    if ((*low > *high) == rising) {
        uint kept = *low;
        *low = *high;
        *high = kept;
    }
}

/* Keys `distance` apart, which lie in different parts; runs of `size` keys rise and fall in turns. */
__kernel void exchange_far(__global uint *keys, uint size, uint distance) {
    uint pair = get_global_id(0);
    uint place = 2 * pair - (pair & (distance - 1));
    uint low = keys[place], high = keys[place + distance];
    exchange(&low, &high, (place & size) == 0);
    keys[place] = low;
    keys[place + distance] = high;
}

/* Sizes from `first` to `last` with distances that a part of two keys for each work-item has room for. */
__kernel void exchange_near(__global uint *keys, __local uint *part, uint first, uint last) {
    uint item = get_local_id(0), items = get_local_size(0), start = get_group_id(0) * 2 * items;
    part[item] = keys[start + item];
    part[item + items] = keys[start + item + items];
    for (uint size = first; size <= last; size *= 2) {
        for (uint distance = min(size / 2, items); distance > 0; distance /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            uint place = 2 * item - (item & (distance - 1));
            uint low = part[place], high = part[place + distance];
            exchange(&low, &high, ((start + place) & size) == 0);
            part[place] = low;
            part[place + distance] = high;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    keys[start + item] = part[item];
    keys[start + item + items] = part[item + items];
}
