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

/* sim
turn
1 1 1
1 1 1
<size=56 ulong> 9876543210123456789 0 1 63 64 100 18446744073709551615
<size=384 ulong fill=0 dump>
prints
out[0] = 9876543210123456789 9876543210123456789 2956226837 2956226837 28949 28949 21
out[7] = 9876543210123456789 1306342346537361963 1306342346537361963 1617486379 1617486379 57898
out[13] = 57898 42 1306342346537361963 14161643641916504202 14161643641916504202 3625597066
out[19] = 3625597066 47242 47242 138 14161643641916504202 9876543210123456789 9876543210123456789
out[26] = 2956226837 2956226837 28949 28949 21 9876543210123456789 236176577548286859
out[33] = 236176577548286859 54989147 54989147 4439 4439 81 236176577548286859 14161643641916504202
out[41] = 14161643641916504202 3625597066 3625597066 47242 47242 138 14161643641916504202
verdict pass */
