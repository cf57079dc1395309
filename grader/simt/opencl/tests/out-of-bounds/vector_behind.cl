// A vector of two is stored where one private variable is.
// FIXED: A vector of two is stored in an array of two.
kernel void spread(global int *out) {
#ifdef FIXED
    int x[2] = {5, 6};
    vstore2((int2)(1, 2), 0, x);
    out[get_global_id(0)] = x[get_global_id(0) % 2];
#else
    int x = 5;
    vstore2((int2)(1, 2), 0, &x);
    out[get_global_id(0)] = x;
#endif
}

/* sim
spread
2 1 1
2 1 1
<size=8 int fill=0 dump>
prints
ended: illegal address
out[0] = 1 1
out of bounds in kernel spread
  private array, element 1
    write   vector_behind.cl:10      work-group 0, work-item 0
  It has 1 element of 4 bytes.
  Test the index against the array's length first.

verdict out-of-bounds */
/* FIXED: sim
prints
out[0] = 1 2
verdict pass */
