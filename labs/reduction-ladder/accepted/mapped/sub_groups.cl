/* The last work-item of a sub-group has its sum by a scan; every sub-group then adds up all sums. */
__kernel void reduce_sub_groups(__global const uint *src, uint n, __global uint *sum,
                                __local uint *partial) {
    uint x = 0;
    if (get_global_id(0) < n) {
        x = src[get_global_id(0)];
    }
    x = sub_group_scan_inclusive_add(x);
    if (get_sub_group_local_id() + 1 == get_sub_group_size()) {
        partial[get_sub_group_id()] = x;
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    const uint lane = get_sub_group_local_id();
    /* As many lanes as sub-groups, or one takes the rest. */
    uint rest = lane < get_num_sub_groups() ? partial[lane] : 0;
    if (lane == 0) {
        for (uint i = get_sub_group_size(); i < get_num_sub_groups(); i++) {
            rest += partial[i];
        }
    }
    rest = sub_group_reduce_add(rest);
    if (get_local_id(0) == 0) {
        atomic_add(sum, rest);
    }
}
