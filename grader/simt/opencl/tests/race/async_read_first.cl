/* The copy is waited for, but only after the work-items have used what it brings. */
__kernel void sum(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), item = get_local_id(0);
    event_t copied = async_work_group_copy(tile, in + get_group_id(0) * items, items, 0);
    barrier(CLK_LOCAL_MEM_FENCE);
    uint next = tile[(item + 1) % items];
    barrier(CLK_LOCAL_MEM_FENCE);
    wait_group_events(1, &copied);
    out[get_global_id(0)] = tile[item] + next;
}
