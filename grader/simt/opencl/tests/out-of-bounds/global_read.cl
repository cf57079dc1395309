// N is no multiple of the work-group: the last work-items read beyond the end.
// FIXED: Work-items beyond N do nothing.
__kernel void copy(__global const uint2 *in, __global uint *out, uint n) {
    size_t i = get_global_id(0);
#ifdef FIXED
    if (i < n)
#endif
        out[i] = in[i].y;
}

/* sim
copy
128 1 1
32 1 1
<size=800 uint range=0:1:199>
<size=512 uint fill=7>
<size=4 uint> 100
prints
ended: illegal address
out of bounds in kernel copy
  array in argument 1 (in), element 100
    read    global_read.cl:8         work-group 3, work-item 4
  That is past the array's end: it has 100 elements of 8 bytes.
  Test the index against the array's length first.

verdict out-of-bounds */
/* FIXED: sim
prints
verdict pass */
