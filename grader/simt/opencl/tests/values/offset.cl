/* Ids start at the offset; the rest does not move. */
__kernel void shifted(__global uint *out) {
    uint i = get_local_id(0) + 4 * get_group_id(0);
    out[3 * i] = (uint)get_global_id(0);
    out[3 * i + 1] = (uint)get_global_offset(0);
    out[3 * i + 2] = get_work_dim();
}
