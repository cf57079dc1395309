/* Clears its places first, waits once more; the other sub-groups leave early. */
__kernel void reduce_sub_groups(__global const uint *src, uint n, __global uint *sum,
                                __local uint *partial) {
    const uint me = get_local_id(0);
    partial[me] = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint mine =
        sub_group_broadcast(sub_group_reduce_add(get_global_id(0) < n ? src[get_global_id(0)] : 0), 0);
    if (me % get_max_sub_group_size() == 0) {
        partial[me / get_max_sub_group_size()] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_sub_group_id() != 0) {
        return;
    }
    uint left = 0;
    for (uint i = me; i < get_num_sub_groups(); i += get_sub_group_size()) {
        left += partial[i];
    }
    left = sub_group_reduce_add(left);
    if (me == 0) {
        (void)atomic_add(sum, left);
    }
}
