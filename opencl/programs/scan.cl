/* Exclusive prefix sums: each group those of its part, in a tree in local memory, and the sum of the whole part. */
__kernel void parts(__global const int *from, __global int *to, __global int *sums, __local int *tree, int count) {
    int item = get_local_id(0), items = get_local_size(0);
    int place = get_group_id(0) * 2 * items + item;
    tree[item] = place < count ? from[place] : 0;
    tree[item + items] = place + items < count ? from[place + items] : 0;
    int step = 1;
    for (int pairs = items; pairs > 0; pairs >>= 1, step <<= 1) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < pairs) tree[step * (2 * item + 2) - 1] += tree[step * (2 * item + 1) - 1];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item == 0) {
        sums[get_group_id(0)] = tree[2 * items - 1];
        tree[2 * items - 1] = 0;
    }
    for (int pairs = 1; pairs <= items; pairs <<= 1) {
        step >>= 1;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (item < pairs) {
            int left = step * (2 * item + 1) - 1, right = step * (2 * item + 2) - 1;
            int sum = tree[left];
            tree[left] = tree[right];
            tree[right] += sum;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (place < count) to[place] = tree[item];
    if (place + items < count) to[place + items] = tree[item + items];
}

/* Adds to each part what stands before it. */
__kernel void add(__global int *to, __global const int *before, int part, int count) {
    int place = get_global_id(0);
    if (place < count) to[place] += before[place / part];
}
