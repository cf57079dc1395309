// A constant table that is too short.
// FIXED: A constant table, used in turn.
__kernel void weigh(__constant float *weights, __global float *out) {
#ifdef FIXED
    out[get_global_id(0)] = weights[get_local_id(0) % 4];
#else
    out[get_global_id(0)] = weights[get_local_id(0)];
#endif
}

/* sim
weigh
8 1 1
8 1 1
<size=16 float range=1:1:4>
<size=32 float fill=0>
prints
ended: illegal address
--
out of bounds in kernel weigh
  array in argument 1 (weights), element 4
    read    constant.cl:7            work-group 0, work-item 4
  That is past the array's end: it has 4 elements of 4 bytes.
  Test the index against the array's length first.

verdict out-of-bounds */
/* FIXED: sim
weigh
8 1 1
8 1 1
<size=16 float range=1:1:4>
<size=32 float fill=0 dump>
prints

Argument 'out': 32 bytes
  out[0] = 1 2 3 4 1 2 3 4
--
no findings

verdict pass */
