// Each work-group sums its part in local memory: "a warp runs in step" is not so.
// FIXED: Each work-group sums its part in local memory.
__kernel void sum(__global const uint *in, __global uint *out, __local uint *part) {
    size_t item = get_local_id(0);
    part[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t width = get_local_size(0) / 2; width > 0; width /= 2) {
        if (item < width)
            part[item] += part[item + width];
#ifdef FIXED
        barrier(CLK_LOCAL_MEM_FENCE);
#endif
    }
    if (item == 0)
        out[get_group_id(0)] = part[0];
}

/* sim
sum
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=4 uint fill=0 dump>
<size=128>
prints

Argument 'out': 4 bytes
  out[0] = 496
--
race in kernel sum (15 times)
  local array part, element 8
    write   one_warp.cl:9            work-group 0, work-item 8
    read    one_warp.cl:9            work-group 0, work-item 0
  The work-items are in one group, and no barrier lies between.
  They need not run in step: put a barrier() between the two accesses. If each
  step has one, look at the index: two work-items use the same element in one
  step.

verdict race */
/* FIXED: sim
prints

Argument 'out': 4 bytes
  out[0] = 496
--
no findings

verdict pass */
