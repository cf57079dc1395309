/* printf, with strings, vectors and lengths. */
__kernel void say(__global const int *in) {
    size_t i = get_global_id(0);
    if (i == 1) {
        printf("plain\n");
        printf("%d %5u|%-4d|%x %c %s %%\n", in[i], 7u, 3, 255, 'z', "text");
        printf("%ld %lu %hd\n", -1L << 40, 1ul << 63, (short)-2);
        printf("%.2f %e %g\n", 1.5f, 2.0, 0.1);
        printf("%v4d|%v2hhx|%.1v4hlf|%v3hd|%v2ld\n", (int4)(1, 2, 3, 4), (uchar2)(254, 1),
               (float4)(0.5f, 1.5f, 2.5f, 3.5f), (short3)(-1, 2, -3), (long2)(5, -6));
    }
}

/* sim
say
2 1 1
2 1 1
<size=8 int> 5 42
prints
plain
42     7|3   |ff z text %
-1099511627776 9223372036854775808 -2
1.50 2.000000e+00 0.1
1,2,3,4|fe,1|0.5,1.5,2.5,3.5|-1,2,-3|5,-6
verdict pass */
