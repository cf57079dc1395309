/* Rotations out of two shifts, by any amount. */
__kernel void turn(__global const ulong *in, __global ulong *out) {
    ulong x = in[0];
    for (ulong k = 0; k < 6; k++) {
        ulong by = in[1 + k];
        uint word = (uint)x, n = (uint)by;
        out[4 * k] = (x << (by & 63)) | (x >> (-by & 63));
        out[4 * k + 1] = (x >> (n & 63)) | (x << (-n & 63));
        out[4 * k + 2] = (word << (n & 31)) | (word >> (-n & 31));
        out[4 * k + 3] = ((ulong2)(x) << (ulong2)(by) | (ulong2)(x) >> -(ulong2)(by)).y;
    }
}
