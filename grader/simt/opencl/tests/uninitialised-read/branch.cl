// An uninitialised value decides a branch.
__kernel void choose(__global const uint *flags, __global uint *out) {
    if (flags[get_global_id(0)] > 5)
        out[get_global_id(0)] = 1;
}

/* sim
choose
8 1 1
8 1 1
<size=32 uint noinit>
<size=32 uint fill=0>
prints
--
uninitialised read in kernel choose (8 times)
  array in argument 1 (flags), element 0
    read    branch.cl:3              work-group 0, work-item 0
  It was never written.
  clCreateBuffer does not clear memory: write or fill the buffer first.

verdict uninitialised-read */
/* FIXED: sim
choose
8 1 1
8 1 1
<size=32 uint range=0:1:7>
<size=32 uint fill=0 dump>
prints

Argument 'out': 32 bytes
  out[0] = 0 0 0 0 0 0 1 1
--
no findings

verdict pass */
