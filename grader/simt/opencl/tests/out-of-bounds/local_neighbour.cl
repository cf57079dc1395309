// The first local array runs over into the second.
__kernel void two(__global uint *out, __local uint *first, __local uint *second) {
    size_t item = get_local_id(0);
    second[item] = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    first[item + 1] = (uint)item;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[item] = second[item];
}

/* sim
two
32 1 1
32 1 1
<size=128 uint fill=0>
<size=128>
<size=128>
prints
ended: illegal address
out of bounds in kernel two
  local array first, element 32
    write   local_neighbour.cl:6     work-group 0, work-item 31
  It has 32 elements: that runs over into the local array second.
  That is one element for each work-item of the work-group. Which work-items
  should make this access? Or does the work-group need more than one for each?

verdict out-of-bounds */
/* FIXED: sim
two
32 1 1
32 1 1
<size=128 uint fill=0 dump>
<size=132>
<size=128>
prints
out[0] = 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5 5
verdict pass */
