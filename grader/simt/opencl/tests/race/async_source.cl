/* The group copies what its work-items have written, and no barrier lies between. */
__kernel void twice(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), item = get_local_id(0);
    tile[item] = 2 * in[get_global_id(0)];
    event_t copied = async_work_group_copy(out + get_group_id(0) * items, tile, items, 0);
    wait_group_events(1, &copied);
}
