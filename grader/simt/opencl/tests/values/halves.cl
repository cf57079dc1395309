/* Half floats as storage. */
__kernel void halves(__global const float *in, __global half *packed, __global float *out) {
    size_t i = get_global_id(0);
    vstore_half(in[i], i, packed);
    out[i] = vload_half(i, packed);
}

/* sim
halves
8 1 1
8 1 1
<size=32 float> 0 1 -2.5 65504 1e-7 0.1 100000 -0.0001
<size=16 ushort fill=0 hex dump>
<size=32 float fill=0 dump>
prints
packed[0] = 0x0000 0x3c00 0xc100 0x7bff 0x0002 0x2e66 0x7c00 0x868e
out[0] = 0 1 -2.5 65504 1.19209e-07 0.0999756 inf -0.000100017
verdict pass */
