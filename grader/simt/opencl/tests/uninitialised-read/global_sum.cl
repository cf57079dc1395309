// The result's buffer was never cleared.
__kernel void add(__global const uint *in, __global uint *sum) {
    atomic_add(sum, in[get_global_id(0)]);
}

/* sim
add
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=4 uint noinit>
prints
--
uninitialised read in kernel add
  array in argument 2 (sum), element 0
    atomic  global_sum.cl:3          work-group 0, work-item 0
  It was never written.
  clCreateBuffer does not clear memory: write or fill the buffer first.

verdict uninitialised-read */
/* FIXED: sim
add
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=4 uint fill=0 dump>
prints

Argument 'sum': 4 bytes
  sum[0] = 496
--
no findings

verdict pass */
