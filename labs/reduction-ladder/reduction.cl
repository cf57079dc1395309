/*
 * The reduction ladder: the kernels. What each must do is written in reduction.h; the bottom rung
 * is kernels/reduction_naive.cl.
 *
 * Why barriers stay. Old texts leave them out as soon as no more than 32 work-items are at work
 * ("the warp runs in lockstep") and write `volatile` instead. OpenCL never promised that. Compilers
 * count on what is promised, GPUs since 2017 let the work-items of a warp run apart, and on a CPU
 * there is no warp at all: such a kernel then reads a neighbour's value before it is written. The
 * way to few barriers that holds everywhere is another one: let each step of the tree add up more
 * than two values.
 */
#ifdef SOLUTION
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

/*
 * The sum of the work-group's L = get_local_size(0) values, one from each work-item. `partial` holds
 * L uints. Only work-item 0 gets the sum.
 */
static uint tree(uint mine, __local uint *partial) {
    const uint local_id = get_local_id(0);
    partial[local_id] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint width = get_local_size(0) / 2; width > 0; width /= 2) {
        if (local_id < width) {
            partial[local_id] += partial[local_id + width];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return partial[0];
}

/*
 * The same for L = 256, without a loop: 256 values become 64, 16, 4 and 1. A step adds up four
 * values, so that there are four barriers in place of nine. In each step neighbours read neighbours.
 */
static uint tree_of_256(uint mine, __local uint *partial) {
    const uint local_id = get_local_id(0);
    partial[local_id] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);

    if (local_id < 64) {
        mine += partial[local_id + 64] + partial[local_id + 128] + partial[local_id + 192];
        partial[local_id] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (local_id < 16) {
        mine += partial[local_id + 16] + partial[local_id + 32] + partial[local_id + 48];
        partial[local_id] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (local_id < 4) {
        mine += partial[local_id + 4] + partial[local_id + 8] + partial[local_id + 12];
        partial[local_id] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    return local_id == 0 ? mine + partial[1] + partial[2] + partial[3] : 0;
}

/* What this work-item finds in src: elements id, id + G, id + 2G …, `times` of them. */
static uint walk_by_global_stride(__global const uint *src, uint n, uint times) {
    uint mine = 0;
    for (uint i = 0, at = get_global_id(0); i < times && at < n; i++, at += get_global_size(0)) {
        mine += src[at];
    }
    return mine;
}

#endif
__kernel void reduce_strided_index(__global const uint *src, uint n, __global uint *sum,
                                   __local uint *partial) {
#ifdef SOLUTION
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
#else
    /* Your code goes here, instead of the next line. Begin with kernels/reduction_naive.cl. */
    (void)src, (void)n, (void)sum, (void)partial;
#endif
}

__kernel void reduce_divergence_free(__global const uint *src, uint n, __global uint *sum,
                                     __local uint *partial) {
#ifdef SOLUTION
    const uint id = get_global_id(0);
    const uint total = tree(id < n ? src[id] : 0, partial);
    if (get_local_id(0) == 0) {
        atomic_add(sum, total);
    }
#else
    /* Your code goes here, instead of the next line. Begin with kernels/reduction_naive.cl. */
    (void)src, (void)n, (void)sum, (void)partial;
#endif
}

__kernel void reduce_unrolled(__global const uint *src, uint n, __global uint *sum,
                              __local uint *partial) {
#ifdef SOLUTION
    const uint id = get_global_id(0);
    const uint total = tree_of_256(id < n ? src[id] : 0, partial);
    if (get_local_id(0) == 0) {
        atomic_add(sum, total);
    }
#else
    /* Your code goes here, instead of the next line. A work-group has 256 work-items. */
    (void)src, (void)n, (void)sum, (void)partial;
#endif
}

__kernel void reduce_global_stride(__global const uint *src, uint n, uint times, __global uint *sum,
                                   __local uint *partial) {
#ifdef SOLUTION
    const uint total = tree(walk_by_global_stride(src, n, times), partial);
    if (get_local_id(0) == 0) {
        atomic_add(sum, total);
    }
#else
    /* Your code goes here, instead of the next line: first the walk, then the tree. */
    (void)src, (void)n, (void)times, (void)sum, (void)partial;
#endif
}

__kernel void reduce_local_stride(__global const uint *src, uint n, uint times, __global uint *sum,
                                  __local uint *partial) {
#ifdef SOLUTION
    const uint stride = get_local_size(0);
    uint mine = 0;
    for (uint i = 0, at = get_group_id(0) * stride * times + get_local_id(0); i < times && at < n;
         i++, at += stride) {
        mine += src[at];
    }
    const uint total = tree(mine, partial);
    if (get_local_id(0) == 0) {
        atomic_add(sum, total);
    }
#else
    /* Your code goes here, instead of the next line. */
    (void)src, (void)n, (void)times, (void)sum, (void)partial;
#endif
}
#ifdef SOLUTION

/* As reduce_global_stride, but each work-group leaves its sum in sums[group]. */
__kernel void reduce_to_partial_sums(__global const uint *src, uint n, uint times,
                                     __global uint *sums, __local uint *partial) {
    const uint total = tree(walk_by_global_stride(src, n, times), partial);
    if (get_local_id(0) == 0) {
        sums[get_group_id(0)] = total;
    }
}

/*
 * All together, for work-groups of 256: each takes a piece of its own, `rounds` times 16 elements for
 * each work-item, with a local stride over elements of 16 bytes, four loads on their way before the
 * first is added; the tree with four barriers; one atomic for each work-group.
 *
 * *state is 0 before the launch, and after it. Its upper half gathers the sum, its lower half counts
 * the work-groups that have added theirs: one atomic does both, so whoever counts last knows the
 * sum. (A carry out of the upper half is lost, as it must be.) Thus the total needs no zeroing
 * before each launch, which would be a command of its own.
 */
__kernel __attribute__((reqd_work_group_size(256, 1, 1))) void
reduce_pcl(__global const uint *src, uint n, uint rounds, __global ulong *state,
           __global uint *sum) {
    __local uint partial[256];
    __global const uint4 *fours = (__global const uint4 *)src;
    const uint count = n / 4, end = (get_group_id(0) + 1) * rounds * 1024;

    uint4 mine = (uint4)(0);
    uint at = get_group_id(0) * rounds * 1024 + get_local_id(0);
    for (; at < end && at + 768 < count; at += 1024) {
        const uint4 a = fours[at], b = fours[at + 256], c = fours[at + 512], d = fours[at + 768];
        mine += (a + b) + (c + d);
    }
    for (; at < end && at < count; at += 256) {
        mine += fours[at];
    }
    /* Up to three elements are left over: the last work-group takes them, too. */
    uint rest = 0;
    if (get_group_id(0) == get_num_groups(0) - 1 && get_local_id(0) < n % 4) {
        rest = src[4 * count + get_local_id(0)];
    }

    const uint total = tree_of_256((mine.x + mine.y) + (mine.z + mine.w) + rest, partial);
    if (get_local_id(0) == 0) {
        const ulong before = atom_add(state, (ulong)total << 32 | 1);
        if ((uint)before == get_num_groups(0) - 1) {
            *sum = (uint)(before >> 32) + total;
            atom_xchg(state, 0);
        }
    }
}
#else

/* Kernels of your own for the host functions go here. */
#endif
