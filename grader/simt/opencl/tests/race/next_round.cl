// Tiles of a sum: the next round fills the tile while others still read it.
kernel void sums(global const uint *in, global uint *out, local uint *tile) {
    size_t item = get_local_id(0), items = get_local_size(0);
    uint sum = 0;
    for (size_t first = 0; first < get_global_size(0); first += items) {
        tile[item] = in[first + item];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (size_t i = 0; i < items; i++)
            sum += tile[i];
    }
    out[get_global_id(0)] = sum;
}

/* sim
sums
128 1 1
64 1 1
<size=512 uint range=0:1:127>
<size=512 uint fill=0>
<size=256>
prints
--
race in kernel sums (2176 times)
  local array tile, element 0
    write   next_round.cl:6          work-group 0, work-item 0
    read    next_round.cl:9          work-group 0, work-item 32
  The work-items are in one group, and no barrier lies between.
  Is this a loop? The barrier between the two lines does not keep back the next
  round: put a barrier() at the round's end, too.

verdict race */
