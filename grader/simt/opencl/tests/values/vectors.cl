/* Components, literals, vload and vstore, shuffle, comparison and select. */
__kernel void vectors(__global const int *in, __global int *out) {
    int4 a = vload4(0, in), b = vload4(1, in);
    int3 c = vload3(0, in + 8);
    vstore4(a.wzyx + b * (int4)(1, 2, 3, 4), 0, out);
    vstore3(c.zxy - 1, 0, out + 4);
    vstore4(shuffle(a, (uint4)(3, 3, 0, 1)), 0, out + 8);
    vstore4(shuffle2(a, b, (uint4)(7, 0, 5, 2)), 0, out + 12);
    vstore4(a > b - 3, 0, out + 16);
    vstore4(select(a, b, a == 2), 0, out + 20);
    int8 wide = (int8)(a, b);
    vstore8(wide.s76543210, 0, out + 24);
    vstore2(wide.even.lo + wide.odd.hi, 0, out + 32);
    out[34] = any(a == 3) + 10 * all(a == 3) + 100 * (int)sizeof(int3);
    vstore4(bitselect(a, b, (int4)(1)), 0, out + 36);
}

/* sim
vectors
1 1 1
1 1 1
<size=48 int range=1:1:12>
<size=160 int fill=0 dump>
prints
out[0] = 9 15 23 33 10 8 9 0 4 4 1 2 8 1 6 3 0 0 0 0 1 6 3 4 8 7 6 5 4 3 2 1 7 11 1601 0 1 2 3 4
verdict pass */
