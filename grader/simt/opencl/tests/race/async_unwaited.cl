/* A barrier, and no wait: the copy may be under way still. */
__kernel void reverse(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), first = get_group_id(0) * items, item = get_local_id(0);
    async_work_group_copy(tile, in + first, items, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    out[first + item] = tile[items - 1 - item];
}
