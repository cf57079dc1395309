/* vload4 of the last elements, which are three. */
__kernel void wide(__global const float *in, __global float *out) {
    float4 part = vload4(get_global_id(0), in);
    out[get_global_id(0)] = part.x + part.y + part.z + part.w;
}
