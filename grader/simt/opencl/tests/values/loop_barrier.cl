/* A barrier in a loop whose bound is known only at run time: what PoCL 3.1 gets wrong. */
__kernel void scan(__global uint *data, __local uint *tile, uint rounds) {
    size_t item = get_local_id(0);
    tile[item] = data[get_global_id(0)];
    for (uint k = 0; k < rounds; k++) {
        barrier(CLK_LOCAL_MEM_FENCE);
        uint add = item >= (1u << k) ? tile[item - (1u << k)] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[item] += add;
    }
    data[get_global_id(0)] = tile[item];
}

/* sim
scan
64 1 1
32 1 1
<size=256 uint fill=1 dump>
<size=128>
<size=4 uint> 5
prints
data[0] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 1 2
data[34] = 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32
verdict pass */
