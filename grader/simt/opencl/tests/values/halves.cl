/* Half floats as storage. */
__kernel void halves(__global const float *in, __global half *packed, __global float *out) {
    size_t i = get_global_id(0);
    vstore_half(in[i], i, packed);
    out[i] = vload_half(i, packed);
}
