/* A copy by the work-group: all work-items say the same. */
kernel void twice(global const int *in, global int *out, local int *tile) {
    int i = get_local_id(0);
    event_t event = async_work_group_copy(tile, in, 16, 0);
    wait_group_events(1, &event);
    out[i] = 2 * tile[i];
}
