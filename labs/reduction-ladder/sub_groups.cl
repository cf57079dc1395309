/*
 * The reduction ladder: the rung with sub-groups. What it must do is written in reduction.h. This
 * file is compiled as OpenCL C 3.0, because reduction.cl's language, 1.2, has no sub-groups. A
 * device without sub-groups leaves this file out.
 */
__kernel void reduce_sub_groups(__global const uint *src, uint n, __global uint *sum,
                                __local uint *partial) {
#ifdef SOLUTION
    const uint id = get_global_id(0), lane = get_sub_group_local_id();

    /* Every work-item takes part, also one without an element: it brings 0. */
    const uint mine = id < n ? src[id] : 0;
    const uint of_the_sub_group = sub_group_reduce_add(mine);
    if (lane == 0) {
        partial[get_sub_group_id()] = of_the_sub_group;
    }
    barrier(CLK_LOCAL_MEM_FENCE);

    /* The first sub-group adds up what all have left. It may have fewer lanes than there are
     * sub-groups: then a lane takes several. */
    if (get_sub_group_id() == 0) {
        uint left = 0;
        for (uint i = lane; i < get_num_sub_groups(); i += get_sub_group_size()) {
            left += partial[i];
        }
        const uint total = sub_group_reduce_add(left);
        if (lane == 0) {
            atomic_add(sum, total);
        }
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)src, (void)n, (void)sum, (void)partial;
#endif
}
