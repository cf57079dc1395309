// Each work-item waits for another copy's event.
// FIXED: All wait for both.
kernel void two(global const int *from, global int *out, local int *tile) {
    int i = get_local_id(0);
    event_t copied[2], none = 0;
    copied[0] = async_work_group_copy(tile, from, 1, 0);
    copied[1] = async_work_group_copy(tile + 1, from + 1, 1, 0);
#ifdef FIXED
    wait_group_events(2, copied);
#else
    wait_group_events(1, &none);
    wait_group_events(1, copied + i);
#endif
    out[i] = tile[i];
}

/* sim
two
2 1 1
2 1 1
<size=8 int range=1:1:2>
<size=8 int fill=0>
<size=8>
prints
barrier divergence in kernel two
    call    wait_events.cl:11        work-group 0, work-item 0
  This event belongs to no copy: no async_work_group_copy() has returned it.
  Wait for the events that the copies have returned, for the same ones in all
  work-items of the work-group.

barrier divergence in kernel two
    call    wait_events.cl:12        work-group 0, work-item 0
    call    wait_events.cl:12        work-group 0, work-item 1
  Not all work-items of the work-group call it with the same arguments.
  Wait for the events that the copies have returned, for the same ones in all
  work-items of the work-group.

race in kernel two
  local array tile, element 0
    read    wait_events.cl:14        work-group 0, work-item 0
    write   wait_events.cl:6         work-group 0, work-item 1
  An asynchronous copy writes there, and it may still be under way.
  Wait for its event with wait_group_events().

verdict barrier-divergence */
/* FIXED: sim
prints
verdict pass */
