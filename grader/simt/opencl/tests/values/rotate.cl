/* rotate of every width: by nothing, by more than the width, of vectors. */
__kernel void turn(__global const ulong *in, __global ulong *out) {
    ulong x = in[0];
    for (ulong k = 0; k < 6; k++) {
        ulong by = in[1 + k];
        out[8 * k] = rotate(x, by);
        out[8 * k + 1] = as_ulong(rotate(as_long(x), as_long(by)));
        out[8 * k + 2] = rotate((uint)x, (uint)by);
        out[8 * k + 3] = as_uint(rotate((int)x, (int)by));
        out[8 * k + 4] = rotate((ushort)x, (ushort)by);
        out[8 * k + 5] = as_ushort(rotate((short)x, (short)by));
        out[8 * k + 6] = rotate((uchar)x, (uchar)by);
        out[8 * k + 7] = rotate((ulong3)(x), (ulong3)(by)).z;
    }
}
