// Barriers in nested loops and conditionals on arguments; one item prints.
__kernel void nested(int a, int b) {
    int outer_end = 2, inner_end = 2;
    for (int o = 0; o < outer_end; ++o) {
        for (int i = 0; i < inner_end; ++i) {
            if (get_global_id(0) == 0) printf("before %d %d\n", o, i);
            if (b > a) barrier(CLK_LOCAL_MEM_FENCE);
            if (a > 0) barrier(CLK_LOCAL_MEM_FENCE);
            if (get_global_id(0) == 0) printf("after %d %d\n", o, i);
        }
    }
    if (a > 0) barrier(CLK_LOCAL_MEM_FENCE);
}
