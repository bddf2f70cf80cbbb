/*
 * Quicksort, each work-item its own segment: item i sorts keys[i * length] to keys[i * length + length - 1], ascending.
 *
 *     heddle run examples/quicksort.cl --global 512 --args random:16384 32
 *
 * How long a partition is, how often a scan goes on and how many parts are left depends on the keys. Items of a warp diverge
 * from the first comparison on, and no two of them do the same work.
 */

/* Parts that wait for their turn. The larger part waits and the smaller is next, so what is being sorted is at most half as long with
 * every part that waits: no more wait than a length has bits. */
#define STACK 32

void swap(__global int *a, __global int *b) {
    int kept = *a;
    *a = *b;
    *b = kept;
}

/* Hoare's partition of first..last, which has two keys at least. Returns `cut` with first <= cut < last: no key of first..cut is
 * greater than one of cut + 1..last. */
int partition(__global int *keys, int first, int last) {
    int pivot = keys[first + (last - first) / 2];
    int low = first - 1, high = last + 1;
    for (;;) {
        do low++; while (keys[low] < pivot);
        do high--; while (keys[high] > pivot);
        if (low >= high)
            return high;
        swap(&keys[low], &keys[high]);
    }
}

__kernel void quicksort(__global int *keys, int length) {
    keys += get_global_id(0) * length;
    int2 waiting[STACK]; /* the first and the last key of each part */
    int parts = 0;
    int first = 0, last = length - 1;
    for (;;) {
        while (first < last) {
            int cut = partition(keys, first, last);
            if (cut - first < last - cut - 1) {
                waiting[parts++] = (int2)(cut + 1, last);
                last = cut;
            } else {
                waiting[parts++] = (int2)(first, cut);
                first = cut + 1;
            }
        }
        if (parts == 0)
            return;
        parts--;
        first = waiting[parts].x;
        last = waiting[parts].y;
    }
}
