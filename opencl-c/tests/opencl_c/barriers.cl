// Barriers that all work-items of a group come to, beside code in which they part.
#define ITEMS 16

// A flag that is set ahead of the barrier and asked for behind it: one barrier.
__kernel void flagged(__global const uint *in, __global uint *out, uint rounds) {
    __local uint cells[ITEMS];
    const uint i = get_global_id(0), x = get_local_id(0);
    uint flag = 0;
    if (in[i] & 1) {
        cells[x] = in[i] + rounds;
        flag = 1;
    } else {
        cells[x] = in[i] * 7;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (flag) {
        out[i] = cells[x ^ 1];
    } else {
        out[i] = cells[x] + 5;
    }
}

uint exchange(__local uint *cells, uint value, uint partner) {
    cells[get_local_id(0)] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint found = cells[partner];
    barrier(CLK_LOCAL_MEM_FENCE);
    return found;
}

// A function with two barriers, called at three places.
__kernel void inlined(__global const uint *in, __global uint *out, uint rounds) {
    __local uint cells[ITEMS];
    const uint i = get_global_id(0), x = get_local_id(0);
    uint v = in[i];
    v += exchange(cells, v, x ^ 1);
    if (v & 1) {
        v = v * 3 + rounds;
    } else {
        v >>= 1;
    }
    v ^= exchange(cells, v, ITEMS - 1 - x);
    for (uint j = 0; j < x; j++) v += j * v;
    out[i] = v + exchange(cells, v, (x + 1) % ITEMS);
}

// Two barriers in a loop that goes round as often for all, between branches and a loop that do not.
__kernel void looped(__global const uint *in, __global uint *out, uint rounds) {
    __local uint cells[ITEMS];
    const uint i = get_global_id(0), x = get_local_id(0);
    uint v = in[i];
    for (uint round = 0; round < rounds; round++) {
        if (v & 1) {
            cells[x] = v * 3 + 1;
        } else {
            cells[x] = v >> 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        const uint w = cells[(x + round) % ITEMS];
        if (w > v) {
            v = w - v;
        } else {
            for (uint j = 0; j < (w & 3); j++) v += w;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (v % 5 == 0) continue;
        v ^= round;
    }
    out[i] = v;
}

// One barrier that only some groups come to, and one behind a `switch` that every work-item answers for itself.
__kernel void parted(__global const uint *in, __global uint *out, uint rounds) {
    __local uint cells[ITEMS], others[ITEMS];
    const uint i = get_global_id(0), x = get_local_id(0);
    uint v = in[i];
    if (get_group_id(0) & 1) {
        cells[x] = v + x;
        barrier(CLK_LOCAL_MEM_FENCE);
        v += cells[ITEMS - 1 - x];
    }
    switch (v & 3) {
    case 0: v += rounds; break;
    case 1: v *= 3;
    case 2: v ^= 0x55; break;
    default:
        while (v > 9) v >>= 1;
    }
    others[x] = v;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (x & 1) {
        out[i] = v - others[x - 1];
    } else {
        out[i] = v + others[x + 1];
    }
}
