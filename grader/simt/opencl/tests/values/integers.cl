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
