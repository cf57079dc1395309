// N is no multiple of the work-group: the last work-items write beyond the end.
// FIXED: Work-items beyond N do nothing.
__kernel void copy(__global const uint *in, __global uint *out, uint n) {
    size_t i = get_global_id(0);
#ifdef FIXED
    if (i < n)
#else
    if (i <= n)
#endif
        out[i] = in[i];
}

/* sim
copy
128 1 1
32 1 1
<size=512 uint range=0:1:127>
<size=400 uint fill=7>
<size=4 uint> 100
prints
ended: illegal address
--
out of bounds in kernel copy
  array in argument 2 (out), element 100
    write   global_write.cl:10       work-group 3, work-item 4
  That is past the array's end: it has 100 elements of 4 bytes.
  It goes too far by one element: does a test say <= instead of <, or forget a
  neighbour's + 1? Or is the array too short?

verdict out-of-bounds */
/* FIXED: sim
prints
--
no findings

verdict pass */
