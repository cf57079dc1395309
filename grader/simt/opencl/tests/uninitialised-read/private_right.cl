/* Nothing of this is a mistake: what has no value here is never used. */
struct padded {
    char kind;
    int value;
};
struct pair {
    int first, second;
};
union word {
    uint whole;
    uchar bytes[4];
};
int least(const int *values, int n) {
    int best, have = 0;
    for (int i = 0; i < n; i++) {
        if (!have || values[i] < best) {
            best = values[i];
            have = 1;
        }
    }
    return have ? best : -1;
}
kernel void right(global const int *in, global int *out, global struct padded *padded, global struct pair *pairs,
                  global float4 *points, global uchar4 *pixels, global short2 *ends) {
    int i = get_global_id(0), n = in[7];
    struct padded copied;
    copied.kind = (char)i;
    copied.value = in[i];
    padded[i] = copied;
    struct pair half_set;
    half_set.first = in[i];
    pairs[i] = half_set;
    float4 point;
    point.x = i;
    point.y = 2 * i;
    point.z = 3 * i;
    points[i] = point;
    uchar4 pixel;
    pixel.x = pixel.y = pixel.z = (uchar)i;
    pixels[i] = pixel;
    short2 end;
    end.y = (short)i;
    ends[i] = end;
    union word word;
    word.bytes[0] = word.bytes[1] = word.bytes[2] = word.bytes[3] = (uchar)i;
    int table[8], several[24], last;
    for (int k = 0; k < n; k++) {
        table[k] = in[k];
        several[k * 2] = k;
        last = k;
    }
    float3 three;
    three.x = three.y = three.z = i;
    int unused = 0;
    if (n > 100) {
        int never;
        unused = never;
    }
    out[i] = least(table, n) + table[in[i] % n] + several[2 * (in[i] % n)] + (int)word.whole +
             (int)(three.x + three.y + three.z) + (n > 0 ? last : 0) + unused;
}

/* sim
right
8 1 1
8 1 1
<size=32 int range=1:1:8>
<size=32 int fill=0 dump>
<size=64 int fill=0>
<size=64 int fill=0>
<size=128 float fill=0 dump>
<size=32 uchar fill=0>
<size=32 uchar fill=0>
prints
out[0] = 11 16843025 33686039 50529053 67372067 84215081 101058095 117901093
points[0] = 0 0 0 -nan 1 2 3 -nan 2 4 6 -nan 3 6 9 -nan 4 8 12 -nan 5 10 15 -nan 6 12 18 -nan 7 14
points[30] = 21 -nan
verdict pass */
