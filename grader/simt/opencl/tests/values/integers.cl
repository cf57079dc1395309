/* Integer built-ins. */
__kernel void integers(__global const int *in, __global int *out) {
    int x = in[2 * get_global_id(0)], y = in[2 * get_global_id(0) + 1];
    __global int *to = out + 20 * get_global_id(0);
    to[0] = (int)abs(x);
    to[1] = (int)abs_diff(x, y);
    to[2] = add_sat(x, y);
    to[3] = sub_sat(x, y);
    to[4] = hadd(x, y);
    to[5] = rhadd(x, y);
    to[6] = clamp(x, -5, 5);
    to[7] = clz(x);
    to[8] = mad_hi(x, y, 7);
    to[9] = mad_sat(x, y, x);
    to[10] = max(x, y);
    to[11] = min(x, y);
    to[12] = mul_hi(x, y);
    to[13] = rotate(x, y);
    to[14] = (int)upsample((short)x, (ushort)y);
    to[15] = popcount(x);
    to[16] = mul24(x & 0xffff, y & 0xff);
    to[17] = mad24(x & 0xff, y & 0xff, 1);
    to[18] = convert_int(mul_hi((ulong)x * 4000000000ul, (ulong)y * 3000000000ul));
    to[19] = (int)clz((uchar)x) + 100 * (int)popcount((ushort)y);
}

/* sim
integers
4 1 1
4 1 1
<size=32 int> 7 3 -100 33 2147483647 1000 -2147483648 -1
<size=320 int fill=0 dump>
prints
out[0] = 7 4 10 4 5 5 5 29 7 28 7 3 0 56 458755 3 21 22 13 205 100 133 -67 -133 -34 -33 -5 0 6 -3400
out[30] = 33 -100 -1 -199 -6553567 28 2159388 5149 215750045 200 2147483647 2147482647 2147483647
out[43] = 2147482647 1073742323 1073742324 5 1 506 2147483647 2147483647 1000 499 -129 -64536 31
out[56] = 15204120 59161 1119490072 600 -2147483648 2147483647 -2147483648 -2147483647 -1073741825
out[65] = -1073741824 -5 0 7 0 -1 -2147483648 0 1073741824 65535 1 0 1 -1603016139 1608
verdict pass */
