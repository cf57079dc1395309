// Two local arguments are two arrays: what one work-item writes in the first, another reads in the second.
// FIXED: The same, with a barrier before the array is used again.
__kernel void both(__global uint *out, __local uint *a, __local uint *b) {
    size_t item = get_local_id(0);
    a[item] = (uint)item;
    b[item] = (uint)item * 2;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = a[31 - item] + b[item ^ 1];
#ifdef FIXED
    barrier(CLK_LOCAL_MEM_FENCE);
#endif
    a[item] = 0;
}

/* sim
both
32 1 1
32 1 1
<size=128 uint fill=0 dump>
<size=128>
<size=128>
prints

Argument 'out': 128 bytes
  out[0] = 33 30 35 32 37 34 39 36 41 38 43 40 45 42 47 44 49 46 51 48 53 50 55 52 57 54 59 56 61 58
  out[30] = 63 60
--
race in kernel both (32 times)
  local array a, element 0
    read    two_tiles.cl:8           work-group 0, work-item 31
    write   two_tiles.cl:12          work-group 0, work-item 0
  The work-items are in one group, and no barrier lies between.
  They need not run in step: put a barrier() between the two accesses.

verdict race */
/* FIXED: sim
prints

Argument 'out': 128 bytes
  out[0] = 33 30 35 32 37 34 39 36 41 38 43 40 45 42 47 44 49 46 51 48 53 50 55 52 57 54 59 56 61 58
  out[30] = 63 60
--
no findings

verdict pass */
