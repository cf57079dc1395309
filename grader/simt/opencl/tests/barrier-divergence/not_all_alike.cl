// Half of the group starts a copy, and one work-item gives the barrier another flag.
// FIXED: All do the same.
kernel void half_group(global float *out) {
    local float tile[64];
    const int i = get_local_id(0);
    tile[i] = 1;
#ifdef FIXED
    barrier(CLK_LOCAL_MEM_FENCE);
    async_work_group_copy(out, tile, 64, 0);
#else
    barrier(i == 0 ? CLK_LOCAL_MEM_FENCE : CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    if (i < 32)
        async_work_group_copy(out, tile, 64, 0);
#endif
}

/* sim
half_group
64 1 1
64 1 1
<size=256 float fill=0>
prints
barrier divergence in kernel half_group
    waits   not_all_alike.cl:11      work-group 0, work-item 0
    waits   not_all_alike.cl:11      work-group 0, work-item 1
  Not all work-items of the work-group call it with the same arguments.
  Give the barrier the same flags everywhere: CLK_LOCAL_MEM_FENCE,
  CLK_GLOBAL_MEM_FENCE or both.

barrier divergence in kernel half_group
    call    not_all_alike.cl:13      work-group 0, work-item 0
  Work-item 32 of the work-group does not call it.
  All work-items of the work-group must make the call: put no if around it.

verdict barrier-divergence */
/* FIXED: sim
prints
verdict pass */
