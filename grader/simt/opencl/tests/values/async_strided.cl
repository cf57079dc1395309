/* A column gathered, turned round, and put back. */
__kernel void column(__global const int *in, __global int *out, __local int *tile) {
    event_t event = async_work_group_strided_copy(tile, in + 1, 8, 4, 0);
    wait_group_events(1, &event);
    size_t i = get_local_id(0);
    int mine = tile[7 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    tile[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    event = async_work_group_copy(out, tile, 8, 0);
    wait_group_events(1, &event);
}
