/*
 * The naïve reduction: the bottom of the ladder, in OpenCL C. Its twin in CUDA C is
 * reduction_naive.cu.
 *
 * Adds the n elements of src to *sum, which must be 0 before the launch. Launch
 * REDUCTION_GROUPS(n, work-group size, 1) work-groups (reduction.h), whose size is a power of two.
 * `partial` is local memory for one uint for each work-item.
 *
 * Right, but slow: look for the reasons before you climb.
 */
__kernel void reduce_naive(__global const uint *src, uint n, __global uint *sum,
                           __local uint *partial) {
    const uint id = get_global_id(0), local_id = get_local_id(0);

    /* Within the work-item: one element, or none at the end of the data. */
    partial[local_id] = id < n ? src[id] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    /* Within the work-group: neighbours first, then neighbours of neighbours… */
    for (uint step = 1; step < get_local_size(0); step *= 2) {
        if ((local_id & (2 * step - 1)) == 0) {
            partial[local_id] += partial[local_id + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }

    /* Between work-groups: one atomic for each. */
    if (local_id == 0) {
        atomic_add(sum, partial[0]);
    }
}
