/* As close to the paper's pseudocode as is right today: guards for any n, and no barrier left out. */
__kernel void reduce_strided_index(__global const uint *src, uint n, __global uint *sum,
                                   __local uint *partial) {
    const uint at = get_global_id(0), local_id = get_local_id(0);
    partial[local_id] = at < n ? src[at] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint step = 0; 1u << step < get_local_size(0); step++) {
        const uint distance = 1u << step, place = local_id << (step + 1);
        if (place < get_local_size(0)) {
            partial[place] += partial[place + distance];
        }
        barrier(CLK_LOCAL_MEM_FENCE); /* for all, also for those at rest */
    }
    if (local_id == 0) {
        atomic_add(sum, partial[0]);
    }
}

__kernel void reduce_divergence_free(__global const uint *src, uint n, __global uint *sum,
                                     __local uint *lSum) {
    const uint idx = get_global_id(0);
    const uint idx_loc = get_local_id(0);
    const uint lSize = get_local_size(0);
    lSum[idx_loc] = 0;
    if (idx < n) {
        lSum[idx_loc] = src[idx];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lSize >> 1; i > 0; i >>= 1) {
        if (idx_loc < i) {
            lSum[idx_loc] = lSum[idx_loc] + lSum[idx_loc + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (idx_loc == 0) {
        atomic_add(sum, lSum[0]);
    }
}

/* Three steps that halve, and one work-item for the last 32. */
#define UNROLLED_TREE                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (idx_loc < 128) {                                                                           \
        lSum[idx_loc] += lSum[idx_loc + 128];                                                      \
    }                                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (idx_loc < 64) {                                                                            \
        lSum[idx_loc] += lSum[idx_loc + 64];                                                       \
    }                                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (idx_loc < 32) {                                                                            \
        lSum[idx_loc] += lSum[idx_loc + 32];                                                       \
    }                                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE);                                                                  \
    if (idx_loc == 0) {                                                                            \
        uint all = 0;                                                                              \
        for (uint i = 0; i < 32; i++) {                                                            \
            all += lSum[i];                                                                        \
        }                                                                                          \
        atomic_add(sum, all);                                                                      \
    }

__kernel void reduce_unrolled(__global const uint *src, uint n, __global uint *sum,
                              __local uint *lSum) {
    const uint idx = get_global_id(0);
    const uint idx_loc = get_local_id(0);
    lSum[idx_loc] = idx < n ? src[idx] : 0;
    UNROLLED_TREE
}

__kernel void reduce_global_stride(__global const uint *src, uint n, uint times, __global uint *sum,
                                   __local uint *lSum) {
    const uint idx = get_global_id(0);
    const uint idx_loc = get_local_id(0);
    const uint globalSize = get_global_size(0);
    uint temp = 0;
    for (uint i = 0; i < times; i++) {
        if (idx + i * globalSize < n) {
            temp = src[idx + i * globalSize] + temp;
        }
    }
    lSum[idx_loc] = temp;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_size(0) >> 1; i > 0; i >>= 1) {
        if (idx_loc < i) {
            lSum[idx_loc] = lSum[idx_loc] + lSum[idx_loc + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (idx_loc == 0) {
        atomic_add(sum, lSum[0]);
    }
}

__kernel void reduce_local_stride(__global const uint *src, uint n, uint times, __global uint *sum,
                                  __local uint *lSum) {
    const uint idx_loc = get_local_id(0);
    const uint lSize = get_local_size(0);
    const uint idx = idx_loc + get_group_id(0) * lSize * times;
    uint temp = 0;
    for (uint i = 0; i < times; i++) {
        if (idx + i * lSize < n) {
            temp = src[idx + i * lSize] + temp;
        }
    }
    lSum[idx_loc] = temp;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = lSize >> 1; i > 0; i >>= 1) {
        if (idx_loc < i) {
            lSum[idx_loc] = lSum[idx_loc] + lSum[idx_loc + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (idx_loc == 0) {
        atomic_add(sum, lSum[0]);
    }
}

__kernel void partial_sums(__global const uint *src, uint n, uint times, __global uint *dest,
                           __local uint *lSum) {
    const uint idx_loc = get_local_id(0);
    uint temp = 0;
    for (uint i = 0; i < times; i++) {
        const uint at = get_global_id(0) + i * get_global_size(0);
        temp += at < n ? src[at] : 0;
    }
    lSum[idx_loc] = temp;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint i = get_local_size(0) >> 1; i > 0; i >>= 1) {
        if (idx_loc < i) {
            lSum[idx_loc] += lSum[idx_loc + i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (idx_loc == 0) {
        dest[get_group_id(0)] = lSum[0];
    }
}

__kernel void pcl(__global const uint *src, uint n, uint times, __global uint *sum,
                  __local uint *lSum) {
    const uint idx_loc = get_local_id(0);
    uint temp = 0;
    for (uint i = 0; i < times; i++) {
        const uint at = get_global_id(0) + i * get_global_size(0);
        temp += at < n ? src[at] : 0;
    }
    lSum[idx_loc] = temp;
    UNROLLED_TREE
}
