// A private array, indexed by data.
// FIXED: A private array, indexed by data that is cut to its size.
__kernel void pick(__global const uint *in, __global uint *out) {
    volatile uint own[4] = {1, 2, 3, 4};
#ifdef FIXED
    out[get_global_id(0)] = own[in[get_global_id(0)] % 4];
#else
    out[get_global_id(0)] = own[in[get_global_id(0)]];
#endif
}

/* sim
pick
8 1 1
8 1 1
<size=32 uint range=0:1:7>
<size=32 uint fill=0>
prints
ended: illegal address
--
out of bounds in kernel pick
  private array, element 4
    read    private_array.cl:8       work-group 0, work-item 4
  It has 4 elements of 4 bytes.
  The index is made of a value that was read from memory: which values can that
  have, what is added to it, and is there an element for each?

verdict out-of-bounds */
/* FIXED: sim
pick
8 1 1
8 1 1
<size=32 uint range=0:1:7>
<size=32 uint fill=0 dump>
prints

Argument 'out': 32 bytes
  out[0] = 1 2 3 4 1 2 3 4
--
no findings

verdict pass */
