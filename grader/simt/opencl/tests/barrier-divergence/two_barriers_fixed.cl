/* One barrier behind the branch. */
__kernel void apart(__global uint *out, __local uint *tile) {
    size_t item = get_local_id(0);
    tile[item] = item < 32 ? 1 : 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[63 - item];
}
