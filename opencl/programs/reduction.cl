/* The sum, the least and the largest of all numbers: a work-item goes over some of them, a group over its work-items. */

int4 joined(int4 left, int4 right) {
    return (int4)(left.x + right.x, min(left.y, right.y), max(left.z, right.z), 0);
}

/* `part` has room for a vector for each work-item; `results` for each group. */
__kernel void reduce(__global const int *numbers, int count, __local int4 *part, __global int4 *results) {
    int item = get_local_id(0);
    int4 own = (int4)(0, INT_MAX, INT_MIN, 0);
    for (int i = get_global_id(0); i < count; i += get_global_size(0))
        own = joined(own, (int4)(numbers[i], numbers[i], numbers[i], 0));
    part[item] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int distance = get_local_size(0) / 2; distance > 0; distance /= 2) {
        if (item < distance) part[item] = joined(part[item], part[item + distance]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0) results[get_group_id(0)] = part[0];
}
