/* All work-items fill the tile. */
__kernel void tile(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t item = get_local_id(0);
    tile[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[item];
}
