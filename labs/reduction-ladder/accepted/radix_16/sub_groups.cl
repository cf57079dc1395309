/* One work-item adds up what the sub-groups have left; with one sub-group there is nothing to leave. */
__kernel void reduce_sub_groups(__global const uint *src, uint n, __global uint *sum,
                                __local uint *partial) {
    const size_t id = get_global_id(0);
    uint total = sub_group_reduce_add(id < n ? src[id] : 0u);
    if (get_num_sub_groups() > 1) {
        if (get_sub_group_local_id() == 0) {
            partial[get_sub_group_id()] = total;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (get_local_id(0) == 0) {
        for (uint i = 1; i < get_num_sub_groups(); i++) {
            total += partial[i];
        }
        atomic_add(sum, total);
    }
}
