/* How often each value occurs: each group counts in local memory, and adds its counts to those of all. */
__kernel void count_values(__global const uchar4 *values, uint count, __global uint *all) {
    __local uint own[BINS];
    for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0)) own[bin] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_global_id(0); i < count; i += get_global_size(0)) {
        uchar4 bins = values[i] & (uchar)(BINS - 1);
        atomic_inc(&own[bins.x]);
        atomic_inc(&own[bins.y]);
        atomic_inc(&own[bins.z]);
        atomic_inc(&own[bins.w]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint bin = get_local_id(0); bin < BINS; bin += get_local_size(0))
        if (own[bin]) atomic_add(&all[bin], own[bin]);
}
