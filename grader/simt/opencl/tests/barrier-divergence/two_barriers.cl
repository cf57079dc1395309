// Work-items of one work-group wait at two different barriers.
// FIXED: One barrier behind the branch.
__kernel void apart(__global uint *out, __local uint *tile) {
    size_t item = get_local_id(0);
#ifdef FIXED
    tile[item] = item < 32 ? 1 : 2;
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    if (item < 32) {
        tile[item] = 1;
        barrier(CLK_LOCAL_MEM_FENCE);
    } else {
        tile[item] = 2;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
#endif
    out[get_global_id(0)] = tile[63 - item];
}

/* sim
apart
64 1 1
64 1 1
<size=256 uint fill=0>
<size=256>
prints
--
barrier divergence in kernel apart
    waits   two_barriers.cl:11       work-group 0, work-item 0
    waits   two_barriers.cl:14       work-group 0, work-item 32
  Work-items of one work-group wait at two different barriers.
  All must reach the same one: move it out of the if or the loop.

verdict barrier-divergence */
/* FIXED: sim
apart
64 1 1
64 1 1
<size=256 uint fill=0 dump>
<size=256>
prints

Argument 'out': 256 bytes
  out[0] = 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 2 1 1 1 1 1 1 1 1 1 1 1 1 1
  out[45] = 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
--
no findings

verdict pass */
