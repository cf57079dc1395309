/* The copy is read after its event. */
__kernel void reverse(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), first = get_group_id(0) * items, item = get_local_id(0);
    event_t copied = async_work_group_copy(tile, in + first, items, 0);
    wait_group_events(1, &copied);
    out[first + item] = tile[items - 1 - item];
}
