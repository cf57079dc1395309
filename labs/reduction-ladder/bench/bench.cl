/*
 * Only to be measured: the interleaving walk with `times` elements for each work-item, and after it
 * the tree of the naïve kernel or the unrolled one. (The paper's figures 9 and 10: how much does the
 * tree matter when the granularity grows?) It is compiled together with the solution's kernels.
 */
__kernel void stride_and_naive_tree(__global const uint *src, uint n, uint times,
                                    __global uint *sum, __local uint *partial) {
    const uint local_id = get_local_id(0);
    partial[local_id] = walk_by_global_stride(src, n, times);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint step = 1; step < get_local_size(0); step *= 2) {
        if ((local_id & (2 * step - 1)) == 0) {
            partial[local_id] += partial[local_id + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (local_id == 0) {
        atomic_add(sum, partial[0]);
    }
}

__kernel void stride_and_unrolled_tree(__global const uint *src, uint n, uint times,
                                       __global uint *sum, __local uint *partial) {
    const uint total = tree_of_256(walk_by_global_stride(src, n, times), partial);
    if (get_local_id(0) == 0) {
        atomic_add(sum, total);
    }
}
