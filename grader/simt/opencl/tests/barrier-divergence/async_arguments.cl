// A copy by the work-group, for which each work-item gives a place of its own.
// FIXED: A copy by the work-group: all work-items say the same.
kernel void twice(global const int *in, global int *out, local int *tile) {
    int i = get_local_id(0);
#ifdef FIXED
    event_t event = async_work_group_copy(tile, in, 16, 0);
#else
    event_t event = async_work_group_copy(tile + i, in + i, 16, 0);
#endif
    wait_group_events(1, &event);
    out[i] = 2 * tile[i];
}

/* sim
twice
16 1 1
16 1 1
<size=256 int range=0:1:63>
<size=64 int fill=0>
<size=256>
prints
barrier divergence in kernel twice (2 times)
    call    async_arguments.cl:8     work-group 0, work-item 0
    call    async_arguments.cl:8     work-group 0, work-item 1
  Not all work-items of the work-group call it with the same arguments.
  A copy by the whole work-group is one copy: give the same source, target and
  length everywhere.

uninitialised read in kernel twice (12 times)
  local array tile, element 0
    read    async_arguments.cl:11    work-group 0, work-item 0
  No work-item of this group has written it.
  Behind the barrier 8 of the array's 64 elements are written: which work-item
  should write element 0, or is another one meant? Think of edges, and of
  work-items without data.

verdict barrier-divergence */
/* FIXED: sim
prints
verdict pass */
