/* Built-ins at the ends of their ranges, zeros with their signs, and printf's short numbers. */
__kernel void corners(__global const long *in, __global long *out) {
    long least = in[0], none = in[1];
    int smallest = (int)(least >> 32);
    double zero = as_double(none), minus = -zero;
    out[0] = sub_sat((int)none, smallest);
    out[1] = sub_sat(none, least);
    out[2] = sub_sat((int2)(smallest, 5), (int2)(1, 7)).x;
    out[3] = mad_sat(least, none, 5l);
    out[4] = mad_sat(least, 2l, 5l);
    out[5] = mad_sat(-3l, 4l, 20l);
    out[6] = isnan(nan((ulong)none)) && isnan(nan((uint)none));
    out[7] = signbit(expm1(minus)) && signbit(expm1((float)minus));
    out[8] = signbit(erf(minus)) && signbit(erf((float)minus));
    out[9] = signbit(atanpi(minus)) && signbit(atanpi((float)minus));
    out[10] = isinf(hypot(1.0 / zero, nan((ulong)none))) && isinf(hypot(1.0f / (float)zero, nan((uint)none)));
    printf("%hd %hhu %d\n", (short)70000, (uchar)300, 5);
}

/* sim
corners
1 1 1
1 1 1
<size=16 long> -9223372036854775808 0
<size=88 long fill=0 dump>
prints
4464 44 5
out[0] = 2147483647 9223372036854775807 -2147483648 5 -9223372036854775808 8 1 1 1 1 1
verdict pass */
