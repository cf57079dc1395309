// The halo is one element too large for the tile.
__kernel void halo(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t item = get_local_id(0), items = get_local_size(0);
    tile[item + 1] = in[get_global_id(0)];
    if (item == 0)
        tile[items + 1] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[item + 1];
}

/* sim
halo
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=128 uint fill=0>
<size=132>
prints
ended: illegal address
--
out of bounds in kernel halo
  local array tile, element 33
    write   local_end.cl:6           work-group 0, work-item 0
  It has 33 elements of 4 bytes.
  clSetKernelArg() gives it 132 bytes, not elements: is that enough for the
  work-group?

verdict out-of-bounds */
/* FIXED: sim
halo
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=128 uint fill=0 dump>
<size=136>
prints

Argument 'out': 128 bytes
  out[0] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
--
no findings

verdict pass */
