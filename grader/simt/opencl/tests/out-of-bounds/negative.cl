// The neighbour on the left of the first.
// FIXED: The first has no neighbour on its left.
__kernel void differences(__global const int *in, __global int *out) {
    int i = (int)get_global_id(0);
#ifdef FIXED
    out[i] = in[i] - (i > 0 ? in[i - 1] : 0);
#else
    out[i] = in[i] - in[i - 1];
#endif
}

/* sim
differences
32 1 1
32 1 1
<size=128 int range=0:3:93>
<size=128 int fill=0 dump>
prints
ended: illegal address

Argument 'out': 128 bytes
  out[0] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
--
out of bounds in kernel differences
  array in argument 1 (in), element -1
    read    negative.cl:8            work-group 0, work-item 0
  That is before the array's beginning.
  The index is negative: which part of it has a signed type, or goes below
  zero?

verdict out-of-bounds */
/* FIXED: sim
prints

Argument 'out': 128 bytes
  out[0] = 0 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3 3
--
no findings

verdict pass */
