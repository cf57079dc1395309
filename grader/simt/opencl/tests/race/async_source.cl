// The group copies what its work-items have written, and no barrier lies between.
// FIXED: The group copies what its work-items have written before a barrier.
__kernel void twice(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), item = get_local_id(0);
    tile[item] = 2 * in[get_global_id(0)];
#ifdef FIXED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    event_t copied = async_work_group_copy(out + get_group_id(0) * items, tile, items, 0);
    wait_group_events(1, &copied);
}

/* sim
twice
64 1 1
32 1 1
<size=256 uint range=0:1:63>
<size=256 uint fill=0>
<size=128>
prints
race in kernel twice (64 times)
  local array tile, element 1
    write   async_source.cl:5        work-group 0, work-item 1
    read    async_source.cl:9        work-group 0, work-item 0
  The work-items are in one group, and no barrier lies between.
  They need not run in step: put a barrier() between the two accesses.

verdict race */
/* FIXED: sim
prints
verdict pass */
