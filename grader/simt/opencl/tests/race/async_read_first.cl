// The copy is waited for, but only after the work-items have used what it brings.
// FIXED: The same, waited for before the work-items use what the copy brings.
__kernel void sum(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t items = get_local_size(0), item = get_local_id(0);
    event_t copied = async_work_group_copy(tile, in + get_group_id(0) * items, items, 0);
#ifdef FIXED
    wait_group_events(1, &copied);
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    uint next = tile[(item + 1) % items];
    barrier(CLK_LOCAL_MEM_FENCE);
#ifndef FIXED
    wait_group_events(1, &copied);
#endif
    out[get_global_id(0)] = tile[item] + next;
}

/* sim
sum
64 1 1
32 1 1
<size=256 uint range=0:1:63>
<size=256 uint fill=0>
<size=128>
prints
--
race in kernel sum (32 times)
  local array tile, element 0
    read    async_read_first.cl:10   work-group 0, work-item 31
    write   async_read_first.cl:5    work-group 0, work-item 1
  An asynchronous copy writes there, and it may still be under way.
  Wait for its event with wait_group_events().

verdict race */
/* FIXED: sim
prints
--
no findings

verdict pass */
