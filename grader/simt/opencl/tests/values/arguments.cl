/* Arguments of many kinds, several local arrays, a constant table, a struct. */
typedef struct {
    char tag;
    double weight;
    int2 place;
} item;
__constant int table[4] = {10, 20, 30, 40};
__kernel void arguments(char c, __global int *out, __local int *a, ushort u, __local double *b,
                        float4 f, item it, __constant float *scale, long l, __local char *z) {
    size_t i = get_local_id(0);
    a[i] = table[i];
    b[i] = it.weight * (double)i;
    z[i] = c;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[i] = a[3 - i] + (int)b[3 - i] + z[i] + u + (int)(f.s1 * scale[i]) + it.place.y + (int)l;
}
