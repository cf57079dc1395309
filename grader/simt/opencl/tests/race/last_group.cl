// The last work-group adds the others' partial sums, but nothing orders them.
// FIXED: The last work-group adds the others' partial sums.
__kernel void sum(__global const uint *in, __global uint *part, __global uint *done,
                  __global uint *out) {
    if (get_local_id(0) == 0) {
        uint total = 0;
        for (size_t i = 0; i < get_local_size(0); i++)
            total += in[get_global_id(0) + i];
        part[get_group_id(0)] = total;
#ifdef FIXED
        mem_fence(CLK_GLOBAL_MEM_FENCE);
#endif
        if (atomic_inc(done) == get_num_groups(0) - 1) {
            uint all = 0;
            for (size_t group = 0; group < get_num_groups(0); group++)
                all += part[group];
            *out = all;
        }
    }
}

/* sim
sum
128 1 1
32 1 1
<size=512 uint range=0:1:127>
<size=16 uint fill=0>
<size=4 uint fill=0>
<size=4 uint fill=0 dump>
prints

Argument 'out': 4 bytes
  out[0] = 8128
--
race in kernel sum (3 times)
  array in argument 2 (part), element 0
    write   last_group.cl:9          work-group 0, work-item 0
    read    last_group.cl:16         work-group 3, work-item 0
  The work-items are in different work-groups, which run in any order.
  Put mem_fence(CLK_GLOBAL_MEM_FENCE) between the write and the flag or ticket
  announcing it.

verdict race */
/* FIXED: sim
prints

Argument 'out': 4 bytes
  out[0] = 8128
--
no findings

verdict pass */
