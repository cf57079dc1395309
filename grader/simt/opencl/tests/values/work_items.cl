/* Every work-item function, in three dimensions. */
__kernel void where(__global uint *out) {
    size_t x = get_global_id(0), y = get_global_id(1), z = get_global_id(2);
    size_t at = 16 * (x + get_global_size(0) * (y + get_global_size(1) * z));
    for (uint axis = 0; axis < 3; axis++) {
        out[at + axis] = (uint)get_local_id(axis);
        out[at + 3 + axis] = (uint)get_group_id(axis);
        out[at + 6 + axis] = (uint)get_local_size(axis);
        out[at + 9 + axis] = (uint)get_num_groups(axis);
        out[at + 12 + axis] = (uint)(get_global_id(axis) + 100 * get_global_offset(axis));
    }
    out[at + 15] = (uint)(get_local_id(3) + 10 * get_global_size(7) + 100 * get_local_size(9));
}

/* sim
where
4 2 2
2 1 2
<size=1024 uint fill=0 dump>
prints

Argument 'out': 1024 bytes
  out[0] = 0 0 0 0 0 0 2 1 2 2 2 1 0 0 0 110 1 0 0 0 0 0 2 1 2 2 2 1 1 0 0 110 0 0 0 1 0 0 2 1 2 2 2
  out[43] = 1 2 0 0 110 1 0 0 1 0 0 2 1 2 2 2 1 3 0 0 110 0 0 0 0 1 0 2 1 2 2 2 1 0 1 0 110 1 0 0 0
  out[84] = 1 0 2 1 2 2 2 1 1 1 0 110 0 0 0 1 1 0 2 1 2 2 2 1 2 1 0 110 1 0 0 1 1 0 2 1 2 2 2 1 3 1
  out[126] = 0 110 0 0 1 0 0 0 2 1 2 2 2 1 0 0 1 110 1 0 1 0 0 0 2 1 2 2 2 1 1 0 1 110 0 0 1 1 0 0 2
  out[167] = 1 2 2 2 1 2 0 1 110 1 0 1 1 0 0 2 1 2 2 2 1 3 0 1 110 0 0 1 0 1 0 2 1 2 2 2 1 0 1 1 110
  out[208] = 1 0 1 0 1 0 2 1 2 2 2 1 1 1 1 110 0 0 1 1 1 0 2 1 2 2 2 1 2 1 1 110 1 0 1 1 1 0 2 1 2 2
  out[250] = 2 1 3 1 1 110
--
no findings

verdict pass */
