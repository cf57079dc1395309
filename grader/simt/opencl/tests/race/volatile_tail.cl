// The last steps without barriers, as old GPUs allowed: volatile does not order work-items.
// FIXED: The last steps with barriers, which all work-items reach.
__kernel void sum(__global const uint *in, __global uint *out, volatile __local uint *part) {
    size_t item = get_local_id(0);
    part[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef FIXED
    for (size_t width = 2; width > 0; width /= 2) {
        if (item < width)
            part[item] += part[item + width];
        barrier(CLK_LOCAL_MEM_FENCE);
#else
    if (item < 2) {
        part[item] += part[item + 2];
        part[item] += part[item + 1];
#endif
    }
    if (item == 0)
        out[get_group_id(0)] = part[0];
}

/* sim
sum
4 1 1
4 1 1
<size=16 uint range=0:1:3>
<size=4 uint fill=0 dump>
<size=16>
prints
out[0] = 6
race in kernel sum
  local array part, element 1
    write   volatile_tail.cl:14      work-group 0, work-item 1
    read    volatile_tail.cl:15      work-group 0, work-item 0
  The work-items are in one group, and no barrier lies between.
  They need not run in step: put a barrier() between the two accesses.

race in kernel sum
  local array part, element 1
    read    volatile_tail.cl:15      work-group 0, work-item 0
    write   volatile_tail.cl:15      work-group 0, work-item 1
  The work-items are in one group, and no barrier lies between.
  They need not run in step: put a barrier() between the two accesses. If each
  step has one, look at the index: two work-items use the same element in one
  step.

verdict race */
/* FIXED: sim
prints
out[0] = 6
verdict pass */
