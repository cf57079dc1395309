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

/* sim
convert
6 1 1
6 1 1
<size=24 float> 0.5 -0.5 1.5 2.5 -129.75 300.25
<size=288 int fill=0 dump>
prints

Argument 'out': 288 bytes
  out[0] = 0 0 1 0 0 0 1056964608 500 1042983594 1042983595 0 0 0 0 0 -1 0 0 -1090519040 -500
  out[20] = -1104500054 -1104500054 -1 0 1 2 2 1 1 2 1069547520 1500 1056964608 1056964608 1 1 2 2 3
  out[39] = 2 2 2 1075838976 2500 1062557013 1062557014 2 2 -129 -130 -129 -130 0 -128 -1023295488
  out[55] = -32768 -1037238272 -1037238272 -130 0 300 300 301 300 255 127 1133912064 32767
  out[68] = 1120414378 1120414379 300 300
--
no findings

verdict pass */
