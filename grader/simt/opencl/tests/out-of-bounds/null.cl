// A buffer that was not given.
__kernel void fill(__global uint *out) {
    out[get_global_id(0)] = 1;
}

/* sim
fill
4 1 1
4 1 1
<null>
prints
ended: illegal address
wrong pointer in kernel fill
    write   null.cl:3                work-group 0, work-item 0
  The pointer is null.
  Set the argument to a buffer, and check the error that clCreateBuffer
  reports.

verdict wrong-pointer */
/* FIXED: sim
fill
4 1 1
4 1 1
<size=16 uint fill=0 dump>
prints
out[0] = 1 1 1 1
verdict pass */
