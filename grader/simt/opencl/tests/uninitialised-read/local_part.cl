// Only half of the work-items fill the tile.
// FIXED: All work-items fill the tile.
__kernel void tile(__global const uint *in, __global uint *out, __local uint *tile) {
    size_t item = get_local_id(0);
#ifdef FIXED
    tile[item] = in[get_global_id(0)];
#else
    if (item < get_local_size(0) / 2)
        tile[item] = in[get_global_id(0)];
#endif
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = tile[item];
}

/* sim
tile
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=128 uint fill=0>
<size=128>
prints
--
uninitialised read in kernel tile (16 times)
  local array tile, element 16
    read    local_part.cl:12         work-group 0, work-item 16
  No work-item of this group has written it.
  Behind the barrier 16 of the array's 32 elements are written: which work-item
  should write element 16, or is another one meant? Think of edges, and of
  work-items without data.

verdict uninitialised-read */
/* FIXED: sim
tile
32 1 1
32 1 1
<size=128 uint range=0:1:31>
<size=128 uint fill=0 dump>
<size=128>
prints

Argument 'out': 128 bytes
  out[0] = 0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
--
no findings

verdict pass */
