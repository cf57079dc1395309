// A work-item reads what another work-group writes.
// FIXED: Each work-group stays with its own part.
__kernel void smooth(__global uint *data, __global uint *out) {
#ifdef FIXED
    size_t i = get_global_id(0), first = i - get_local_id(0);
    data[i] = (uint)i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = data[first + (get_local_id(0) + 1) % get_local_size(0)];
#else
    size_t i = get_global_id(0);
    data[i] = (uint)i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = data[(i + 1) % get_global_size(0)];
#endif
}

/* sim
smooth
64 1 1
32 1 1
<size=256 uint fill=0>
<size=256 uint fill=0>
prints
--
race in kernel smooth (2 times)
  array in argument 1 (data), element 32
    read    between_groups.cl:13     work-group 0, work-item 31
    write   between_groups.cl:11     work-group 1, work-item 0
  The work-items are in different work-groups, which run in any order.
  Do not write to the array that you read: use a second one, or split the work
  into two kernels.

verdict race */
/* FIXED: sim
smooth
64 1 1
32 1 1
<size=256 uint fill=0>
<size=256 uint fill=0 dump>
prints

Argument 'out': 256 bytes
  out[0] = 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 0 33
  out[33] = 34 35 36 37 38 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62
  out[62] = 63 32
--
no findings

verdict pass */
