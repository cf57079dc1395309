// An atomic on an element that there is not.
__kernel void count(__global const uint *in, __global uint *table) {
    atomic_inc(&table[in[get_global_id(0)]]);
}

/* sim
count
8 1 1
8 1 1
<size=32 uint range=1:1:8>
<size=32 uint fill=0>
prints
ended: illegal address
out of bounds in kernel count
  array in argument 2 (table), element 8
    atomic  atomic.cl:3              work-group 0, work-item 7
  That is past the array's end: it has 8 elements of 4 bytes.
  The index is made of a value that was read from memory: which values can that
  have, what is added to it, and is there an element for each?

verdict out-of-bounds */
/* FIXED: sim
count
8 1 1
8 1 1
<size=32 uint range=0:1:7>
<size=32 uint fill=0 dump>
prints
table[0] = 1 1 1 1 1 1 1 1
verdict pass */
