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
