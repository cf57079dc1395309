// A local table without atomics.
// FIXED: A local table with atomics.
__kernel void count(__global const uchar *in, __global uint *out, __local uint *table) {
    size_t item = get_local_id(0);
    if (item < 16)
        table[item] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
#ifdef FIXED
    atomic_inc(&table[in[get_global_id(0)] % 16]);
#else
    table[in[get_global_id(0)] % 16]++;
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 16)
        atomic_add(&out[item], table[item]);
}

/* sim
count
64 1 1
32 1 1
<size=64 uchar range=0:1:63>
<size=64 uint fill=0>
<size=64>
prints
--
race in kernel count (64 times)
  local array table, element 0
    read    local_histogram.cl:11    work-group 0, work-item 16
    write   local_histogram.cl:11    work-group 0, work-item 0
  The work-items are in one group, and no barrier lies between.
  They need not run in step: put a barrier() between the two accesses. If each
  step has one, look at the index: two work-items use the same element in one
  step.

verdict race */
/* FIXED: sim
count
64 1 1
32 1 1
<size=64 uchar range=0:1:63>
<size=64 uint fill=0 dump>
<size=64>
prints

Argument 'out': 64 bytes
  out[0] = 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4 4
--
no findings

verdict pass */
