// Threads of the first warps reach a barrier that the others do not reach.
__kernel void some(__global int *out) {
    __local int s[16];
    int l = get_local_id(0);
    s[l] = l;
    if (l < 8)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = s[15 - l];
    barrier(CLK_LOCAL_MEM_FENCE);
}

// Threads wait at two barriers; they share no memory.
__kernel void two_places(__global int *out) {
    if (get_local_id(0) < 8) {
        out[get_global_id(0)] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        out[get_global_id(0)] = 2;
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}
