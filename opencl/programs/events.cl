/* Steps whose order can be seen: (x + 1) * 3 is not x * 3 + 1. */
__kernel void add(__global int *numbers, int amount) {
    numbers[get_global_id(0)] += amount;
}

__kernel void multiply(__global int *numbers, int amount) {
    numbers[get_global_id(0)] *= amount;
}
