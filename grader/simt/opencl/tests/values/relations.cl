/* Relational built-ins: 1 for scalars, -1 for vectors. */
__kernel void relations(__global const uint *in, __global int *out) {
    float x = as_float(in[get_global_id(0)]);
    __global int *to = out + 12 * get_global_id(0);
    to[0] = isnan(x);
    to[1] = isinf(x);
    to[2] = isfinite(x);
    to[3] = isnormal(x);
    to[4] = signbit(x);
    to[5] = isequal(x, x);
    to[6] = isless(x, 1.0f);
    to[7] = isunordered(x, 1.0f);
    to[8] = islessgreater(x, 1.0f);
    to[9] = isgreater((float2)(x), (float2)(0.0f, 2.0f)).x;
    to[10] = isnotequal((double)x, 1.0);
    to[11] = select(5, 6, isgreaterequal(x, 1.0f));
}

/* sim
relations
6 1 1
6 1 1
<size=24 uint> 0 3212836864 1065353216 2143289344 2139095040 71362
<size=288 int fill=0 dump>
prints
out[0] = 0 0 1 0 0 1 1 0 1 0 1 5 0 0 1 1 1 1 1 0 1 0 1 5 0 0 1 1 0 1 0 0 0 -1 0 6 1 0 0 0 0 0 0 1 0
out[45] = 0 1 5 0 1 0 0 0 1 0 0 1 -1 1 6 0 0 1 0 0 1 1 0 1 -1 1 5
verdict pass */
