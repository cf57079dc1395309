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

/* sim
arguments
4 1 1
4 1 1
<size=1 char> -1
<size=16 int fill=0 dump>
<size=16>
<size=2 ushort> 1000
<size=32>
<size=16 float> 1 2 3 4
<size=24 uchar> 7 0 0 0 0 0 0 0 0 0 0 0 0 0 4 64 5 0 0 0 9 0 0 0
<size=16 float> 1 10 100 1000
<size=8 long> 100000
<size=4>
prints
out[0] = 101057 101063 101230 103018
verdict pass */
