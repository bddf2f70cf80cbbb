/* What work-items print: text and numbers, vectors, strings of the program, and what stands between conditions. */
__kernel void print_item(__global const int *numbers, float4 vector, long wide) {
    int item = get_global_id(0);
    printf("item %d: %5d|%-5d|%05d|%+d\n", item, numbers[item], numbers[item], numbers[item], numbers[item]);
    if (numbers[item] < 0) printf("item %d: %s\n", item, item % 2 ? "odd and negative" : "even and negative");
    if (item == 0) {
        printf("unsigned %u %x %#X %o, a character %c, 100%%\n", 4000000000u, 48879, 48879, 8, 'z');
        printf("wide %ld %lx\n", wide, wide);
        printf("real %f %.3f %e %g\n", 1.5f, -2.0625f, 12345.678f, 0.0001f);
        printf("vectors %v4hld %2.2v4hlf\n", (int4)(1, -2, 3, -4), vector);
        printf("short %v2hd, bytes %#v4hhx\n", (short2)(-7, 7), (uchar4)(1, 2, 254, 255));
    }
}
