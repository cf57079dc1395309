// The input was never written.
__kernel void copy(__global const uint *in, __global uint *out) {
    out[get_global_id(0)] = in[get_global_id(0)];
}

/* sim
copy
8 1 1
8 1 1
<size=32 uint noinit>
<size=32 uint fill=0>
prints
--
uninitialised read in kernel copy (8 times)
  array in argument 1 (in), element 0
    read    global_copy.cl:3         work-group 0, work-item 0
  It was never written.
  clCreateBuffer does not clear memory: write or fill the buffer first.

verdict uninitialised-read */
/* FIXED: sim
copy
8 1 1
8 1 1
<size=32 uint range=1:1:8>
<size=32 uint noinit dump>
prints

Argument 'out': 32 bytes
  out[0] = 1 2 3 4 5 6 7 8
--
no findings

verdict pass */
