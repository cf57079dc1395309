/* Pairs first, values in registers where possible, and for PCL work-groups of 64 with a long walk. */
#pragma OPENCL EXTENSION cl_khr_global_int32_base_atomics : enable

#define NEXT(width)                                                                                \
    if (i < (width)) {                                                                             \
        mine += partial[i + (width)] + partial[i + 2 * (width)] + partial[i + 3 * (width)];        \
        partial[i] = mine;                                                                         \
    }                                                                                              \
    barrier(CLK_LOCAL_MEM_FENCE)

static void finish(uint mine, __local uint *partial, __global uint *sum, bool keep) {
    const uint i = get_local_id(0);
    partial[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint left = get_local_size(0); left > 1; left >>= 1) {
        const uint half_of_it = left >> 1;
        if (i < half_of_it) {
            mine += partial[i + half_of_it];
            partial[i] = mine;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (i == 0 && keep) {
        *sum = mine;
    } else if (i == 0) {
        atom_add(sum, mine);
    }
}

__kernel void reduce_strided_index(__global const uint *src, uint n, __global uint *sum,
                                   __local uint *partial) {
    const uint at = get_global_id(0), local_id = get_local_id(0);
    partial[local_id] = at < n ? src[at] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint distance = 1; distance < get_local_size(0); distance *= 2) {
        const uint place = 2 * distance * local_id;
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
                                     __local uint *partial) {
    const uint at = get_group_id(0) * get_local_size(0) + get_local_id(0);
    uint mine = 0;
    if (at < n) {
        mine = src[at];
    }
    finish(mine, partial, sum, false);
}

__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
reduce_unrolled(__global const uint *src, uint n, __global uint *sum, __local uint *partial) {
    const uint i = get_local_id(0);
    uint mine = get_global_id(0) < n ? src[get_global_id(0)] : 0;
    partial[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    NEXT(64);
    NEXT(16);
    if (i == 0) {
        for (uint k = 1; k < 16; k++) {
            mine += partial[k];
        }
        atom_add(sum, mine);
    }
}

__kernel void reduce_global_stride(__global const uint *src, uint n, uint times, __global uint *sum,
                                   __local uint *partial) {
    const uint all = get_num_groups(0) * get_local_size(0);
    uint mine = 0, at = get_global_id(0), k = 0;
    do {
        mine += at < n ? src[at] : 0;
        at += all;
    } while (++k < times);
    finish(mine, partial, sum, false);
}

__kernel void reduce_local_stride(__global const uint *src, uint n, uint times, __global uint *sum,
                                  __local uint *partial) {
    uint mine = 0;
    for (uint k = 0; k < times; k++) {
        const uint at =
            (get_group_id(0) * times + k) * get_local_size(0) + get_local_id(0);
        if (at < n) {
            mine += src[at];
        }
    }
    finish(mine, partial, sum, false);
}

__kernel void some(__global const uint *src, uint n, uint times, __global uint *sums,
                   __local uint *partial) {
    uint mine = 0;
    for (uint k = 0; k < times; k++) {
        const uint at = k * get_global_size(0) + get_global_id(0);
        if (at < n) {
            mine += src[at];
        }
    }
    finish(mine, partial, sums + get_group_id(0), true);
}

__kernel __attribute__((reqd_work_group_size(64, 1, 1))) void
small_groups(__global const uint *src, uint n, uint times, __global uint *sum,
             __local uint *partial) {
    const uint i = get_local_id(0);
    uint2 pair = (uint2)(0, 0);
    uint at = get_global_id(0);
    for (uint k = 0; k < times; k += 2) {
        pair.x += at < n ? src[at] : 0;
        at += get_global_size(0);
        pair.y += at < n ? src[at] : 0;
        at += get_global_size(0);
    }
    uint mine = pair.x + pair.y;
    partial[i] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    NEXT(16);
    NEXT(4);
    if (i == 0) {
        atomic_add(sum, mine + partial[1] + partial[2] + partial[3]);
    }
}
