// Only some work-items come to the barrier.
// FIXED: All work-items come to the barrier.
__kernel void half_of_them(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t item = get_local_id(0);
    tile[item] = in[get_global_id(0)];
#ifdef FIXED
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[31 - item];
#else
    if (item < 16)
        barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[item];
#endif
}

/* sim
half_of_them
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=128 uint fill=0>
<size=128>
prints
--
barrier divergence in kernel half_of_them
    waits   in_branch.cl:11          work-group 0, work-item 0
  16 of the work-group's 32 work-items ended without reaching this barrier.
  All work-items must reach a barrier: put no return before it, no if around
  it, and no loop that some leave earlier.

verdict barrier-divergence */
/* FIXED: sim
half_of_them
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=128 uint fill=0 dump>
<size=128>
prints

Argument 'out': 128 bytes
  out[0] = 31 30 29 28 27 26 25 24 23 22 21 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 0
--
no findings

verdict pass */
