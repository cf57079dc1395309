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

/* sim
column
8 1 1
8 1 1
<size=128 int range=0:1:31>
<size=32 int fill=0 dump>
<size=32>
prints
out[0] = 29 25 21 17 13 9 5 1
verdict pass */
