/* Copies of vectors and of bytes, there and back, each waited for. */
__kernel void reverse(__global const uint8 *in, __global uint8 *out, __local uint8 *tile) {
    size_t items = get_local_size(0), first = get_group_id(0) * items, item = get_local_id(0);
    event_t copied = async_work_group_copy(tile, in + first, items, 0);
    async_work_group_copy((__local uchar *)(tile + items), (__global const uchar *)(in + first), 32 * items, copied);
    wait_group_events(1, &copied);
    uint8 sum = tile[items - 1 - item] + tile[2 * items - 1 - item];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[item] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    copied = async_work_group_copy(out + first, tile, items, 0);
    wait_group_events(1, &copied);
}
