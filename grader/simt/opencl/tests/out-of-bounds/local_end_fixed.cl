/* The halo is one element too large for the tile. */
__kernel void halo(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t item = get_local_id(0), items = get_local_size(0);
    tile[item + 1] = in[get_global_id(0)];
    if (item == 0)
        tile[items + 1] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[item + 1];
}
