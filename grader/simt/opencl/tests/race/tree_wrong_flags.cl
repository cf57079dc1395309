// Each work-group sums its part in local memory: its barriers are for the wrong memory, and for none.
// FIXED: Each work-group sums its part in local memory.
__kernel void sum(__global const uint *in, __global uint *out, __local uint *part) {
    size_t item = get_local_id(0);
    part[item] = in[get_global_id(0)];
#ifdef FIXED
    barrier(CLK_LOCAL_MEM_FENCE);
#else
    barrier(CLK_GLOBAL_MEM_FENCE);
#endif
    for (size_t width = get_local_size(0) / 2; width > 0; width /= 2) {
        if (item < width)
            part[item] += part[item + width];
#ifdef FIXED
        barrier(CLK_LOCAL_MEM_FENCE);
#else
        barrier(0);
#endif
    }
    if (item == 0)
        out[get_group_id(0)] = part[0];
}

/* sim
sum
128 1 1
64 1 1
<size=512 uint range=0:1:127>
<size=8 uint fill=0 dump>
<size=256>
prints
out[0] = 2016 6112
race in kernel sum (64 times)
  local array part, element 32
    write   tree_wrong_flags.cl:5    work-group 0, work-item 32
    read    tree_wrong_flags.cl:13   work-group 0, work-item 0
  A barrier lies between, but not for local memory.
  Use barrier(CLK_LOCAL_MEM_FENCE) there.

race in kernel sum (62 times)
  local array part, element 16
    write   tree_wrong_flags.cl:13   work-group 0, work-item 16
    read    tree_wrong_flags.cl:13   work-group 0, work-item 0
  A barrier lies between, but not for local memory.
  Use barrier(CLK_LOCAL_MEM_FENCE) there.

verdict race */
/* FIXED: sim
prints
out[0] = 2016 6112
verdict pass */
