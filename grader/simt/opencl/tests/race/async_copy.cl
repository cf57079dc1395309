/* The copy is read before its event is waited for. */
__kernel void reverse(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), first = get_group_id(0) * items, item = get_local_id(0);
    event_t copied = async_work_group_copy(tile, in + first, items, 0);
    out[first + item] = tile[items - 1 - item];
    wait_group_events(1, &copied);
}
