/* Ids start at the offset; the rest does not move. */
__kernel void shifted(__global uint *out) {
    uint i = get_local_id(0) + 4 * get_group_id(0);
    out[3 * i] = (uint)get_global_id(0);
    out[3 * i + 1] = (uint)get_global_offset(0);
    out[3 * i + 2] = get_work_dim();
}

/* sim
#offset 1000 0 0
shifted
8 1 1
4 1 1
<size=96 uint fill=0 dump>
prints

Argument 'out': 96 bytes
  out[0] = 1000 1000 1 1001 1000 1 1002 1000 1 1003 1000 1 1004 1000 1 1005 1000 1 1006 1000 1 1007
  out[22] = 1000 1
--
no findings

verdict pass */
