// A local counter that nobody set to zero.
// FIXED: A local counter that one work-item sets to zero.
__kernel void count(__global const uint *in, __global uint *out) {
    __local uint counter;
#ifdef FIXED
    if (get_local_id(0) == 0)
        counter = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    if (in[get_global_id(0)] > 9)
        atomic_inc(&counter);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = counter;
}

/* sim
count
64 1 1
32 1 1
<size=256 uint range=0:1:63>
<size=8 uint fill=0 dump>
prints
out[0] = 3857049083 3857049093
uninitialised read in kernel count (2 times)
  local variable counter
    atomic  local_counter.cl:11      work-group 0, work-item 10
  No work-item of this group has written it.
  Local memory starts undefined: write it first, then put a barrier.

verdict uninitialised-read */
/* FIXED: sim
prints
out[0] = 22 32
verdict pass */
