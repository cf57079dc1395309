#ifdef FIXED
// Copies of vectors and of bytes, there and back, each waited for.
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
#else
// Two copies, and a wait for the later one only: the other may be under way still.
__kernel void reverse(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), first = get_group_id(0) * items, item = get_local_id(0);
    event_t copied[2];
    copied[0] = async_work_group_copy(tile, in + first, items, 0);
    copied[1] = async_work_group_copy(tile + items, in + first, items, 0);
    wait_group_events(1, &copied[1]);
    out[first + item] = tile[items - 1 - item] + tile[2 * items - 1 - item];
#endif
}

/* sim
reverse
64 1 1
32 1 1
<size=256 uint range=0:1:63>
<size=256 uint fill=0>
<size=256>
prints
race in kernel reverse (64 times)
  local array tile, element 1
    read    async_unwaited.cl:22     work-group 0, work-item 30
    write   async_unwaited.cl:19     work-group 0, work-item 0
  An asynchronous copy writes there, and it may still be under way.
  Wait for its event with wait_group_events().

verdict race */
/* FIXED: sim
reverse
8 1 1
8 1 1
<size=256 uint range=0:1:63>
<size=256 uint fill=0 dump>
<size=512>
prints
out[0] = 112 114 116 118 120 122 124 126 96 98 100 102 104 106 108 110 80 82 84 86 88 90 92 94 64 66
out[26] = 68 70 72 74 76 78 48 50 52 54 56 58 60 62 32 34 36 38 40 42 44 46 16 18 20 22 24 26 28 30
out[56] = 0 2 4 6 8 10 12 14
verdict pass */
