// Work-items beyond N leave before the barrier.
// FIXED: Work-items beyond N bring zeroes, and stay.
__kernel void sum(__global const uint *in, __global uint *out, __local uint *tile, uint n) {
#ifdef FIXED
    tile[get_local_id(0)] = get_global_id(0) < n ? in[get_global_id(0)] : 0;
#else
    if (get_global_id(0) >= n)
        return;
    tile[get_local_id(0)] = in[get_global_id(0)];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = tile[0] + tile[1];
}

/* sim
sum
64 1 1
32 1 1
<size=200 uint range=0:1:49>
<size=8 uint fill=0>
<size=128>
<size=4 uint> 50
prints
--
barrier divergence in kernel sum
    waits   early_return.cl:11       work-group 1, work-item 0
  14 of the work-group's 32 work-items ended without reaching this barrier.
  All work-items must reach a barrier: put no return before it, and no if
  around it.

verdict barrier-divergence */
/* FIXED: sim
sum
64 1 1
32 1 1
<size=200 uint range=0:1:49>
<size=8 uint fill=0 dump>
<size=128>
<size=4 uint> 50
prints

Argument 'out': 8 bytes
  out[0] = 1 65
--
no findings

verdict pass */
