/* Conversions: rounding, saturation, reinterpretation. */
__kernel void convert(__global const float *in, __global int *out) {
    float x = in[get_global_id(0)];
    __global int *to = out + 12 * get_global_id(0);
    to[0] = convert_int(x);
    to[1] = convert_int_rte(x);
    to[2] = convert_int_rtp(x);
    to[3] = convert_int_rtn(x);
    to[4] = convert_uchar_sat(x);
    to[5] = convert_char_sat_rte(x);
    to[6] = as_int(x);
    to[7] = convert_short_sat(x * 1000.0f);
    to[8] = as_int(convert_float_rtz((double)x / 3.0));
    to[9] = as_int(convert_float_rtp((double)x / 3.0));
    to[10] = convert_int4_sat_rtn((float4)(x)).z;
    to[11] = (int)convert_ulong_sat((double)x);
}
