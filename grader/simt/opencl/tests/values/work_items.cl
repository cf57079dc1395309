/* Every work-item function, in three dimensions. Ids start at the offset; the rest does not move. */
__kernel void where(__global uint *out) {
    size_t x = get_global_id(0) - get_global_offset(0), y = get_global_id(1), z = get_global_id(2) - get_global_offset(2);
    size_t at = 16 * (x + get_global_size(0) * (y + get_global_size(1) * z));
    for (uint axis = 0; axis < 3; axis++) {
        out[at + axis] = (uint)get_local_id(axis);
        out[at + 3 + axis] = (uint)get_group_id(axis);
        out[at + 6 + axis] = (uint)get_local_size(axis);
        out[at + 9 + axis] = (uint)get_num_groups(axis);
        out[at + 12 + axis] = (uint)(get_global_id(axis) + 100 * get_global_offset(axis));
    }
    out[at + 15] = (uint)(get_local_id(3) + 10 * get_global_size(7) + 100 * get_local_size(9) + 1000 * get_work_dim());
}

/* sim
#offset 3 0 5
where
4 2 2
2 1 2
<size=1024 uint fill=0 dump>
prints
out[0] = 0 0 0 0 0 0 2 1 2 2 2 1 303 0 505 3110 1 0 0 0 0 0 2 1 2 2 2 1 304 0 505 3110 0 0 0 1 0 0 2
out[39] = 1 2 2 2 1 305 0 505 3110 1 0 0 1 0 0 2 1 2 2 2 1 306 0 505 3110 0 0 0 0 1 0 2 1 2 2 2 1
out[76] = 303 1 505 3110 1 0 0 0 1 0 2 1 2 2 2 1 304 1 505 3110 0 0 0 1 1 0 2 1 2 2 2 1 305 1 505
out[111] = 3110 1 0 0 1 1 0 2 1 2 2 2 1 306 1 505 3110 0 0 1 0 0 0 2 1 2 2 2 1 303 0 506 3110 1 0 1
out[147] = 0 0 0 2 1 2 2 2 1 304 0 506 3110 0 0 1 1 0 0 2 1 2 2 2 1 305 0 506 3110 1 0 1 1 0 0 2 1
out[184] = 2 2 2 1 306 0 506 3110 0 0 1 0 1 0 2 1 2 2 2 1 303 1 506 3110 1 0 1 0 1 0 2 1 2 2 2 1
out[220] = 304 1 506 3110 0 0 1 1 1 0 2 1 2 2 2 1 305 1 506 3110 1 0 1 1 1 0 2 1 2 2 2 1 306 1 506
out[255] = 3110
verdict pass */
