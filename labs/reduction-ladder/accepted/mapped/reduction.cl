/* size_t everywhere, and the last 16 values of the unrolled tree by atomics in local memory. */
typedef struct {
    size_t local_id, local_size, group;
} place_t;

inline place_t where(void) {
    place_t place = {get_local_id(0), get_local_size(0), get_group_id(0)};
    return place;
}

inline void fold(volatile __local uint *partial, size_t local_id, size_t width) {
    if (local_id < width)
        partial[local_id] += partial[local_id + width];
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
}

inline void fold_all(__local uint *partial) {
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t width = get_local_size(0) >> 1; width != 0; width >>= 1)
        fold(partial, get_local_id(0), width);
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

__kernel void reduce_divergence_free(__global const uint *restrict src, const uint n,
                                     __global uint *restrict sum, __local uint *restrict partial) {
    const place_t me = where();
    partial[me.local_id] = get_global_id(0) < n ? src[get_global_id(0)] : 0u;
    fold_all(partial);
    if (!me.local_id)
        atomic_add(sum, *partial);
}

/* One value for each of 16 work-items, and one atomic in local memory for each of those. */
inline void fold_256(__local uint *partial, __local uint *all) {
    const size_t local_id = get_local_id(0);
    if (local_id == 0)
        *all = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (local_id < 16) {
        uint mine = 0;
        for (int i = 0; i < 16; i++)
            mine += partial[local_id + 16 * i];
        atomic_add(all, mine);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
}

__kernel void reduce_unrolled(__global const uint *restrict src, const uint n,
                              __global uint *restrict sum, __local uint *restrict partial) {
    __local uint all;
    const size_t id = get_global_id(0);
    partial[get_local_id(0)] = id < n ? src[id] : 0;
    fold_256(partial, &all);
    if (get_local_id(0) == 0)
        atomic_add(sum, all);
}

__kernel void reduce_global_stride(__global const uint *restrict src, const uint n, uint times,
                                   __global uint *restrict sum, __local uint *restrict partial) {
    uint private_sum = 0;
    size_t id = get_global_id(0);
    while (times-- && id < n) {
        private_sum += src[id];
        id += get_global_size(0);
    }
    partial[get_local_id(0)] = private_sum;
    fold_all(partial);
    if (!get_local_id(0))
        atomic_add(sum, *partial);
}

__kernel void reduce_local_stride(__global const uint *restrict src, const uint n, uint times,
                                  __global uint *restrict sum, __local uint *restrict partial) {
    const place_t me = where();
    const size_t begin = me.group * me.local_size * times, size = me.local_size * times;
    const size_t end = begin + size < n ? begin + size : n;
    uint private_sum = 0;
    for (size_t at = begin + me.local_id; at < end; at += me.local_size)
        private_sum += src[at];
    partial[me.local_id] = private_sum;
    fold_all(partial);
    if (!me.local_id)
        atomic_sub(sum, -*partial);
}

__kernel void group_sums(__global const uint *restrict src, const uint n, uint times,
                         __global uint *restrict sums, __local uint *restrict partial) {
    uint private_sum = 0;
    for (size_t id = get_global_id(0); times-- && id < n; id += get_global_size(0))
        private_sum += src[id];
    partial[get_local_id(0)] = private_sum;
    fold_all(partial);
    if (!get_local_id(0))
        sums[get_group_id(0)] = *partial;
}

__kernel void everything(__global const uint *restrict src, const uint n,
                         __global uint *restrict sum, __local uint *restrict partial) {
    __local uint all;
    uint4 four = 0;
    for (size_t i = get_global_id(0); i < n / 4; i += get_global_size(0))
        four += ((__global const uint4 *)src)[i];
    if (get_global_id(0) < n % 4)
        four.x += src[n / 4 * 4 + get_global_id(0)];
    partial[get_local_id(0)] = four.s0 + four.s1 + four.s2 + four.s3;
    fold_256(partial, &all);
    if (get_local_id(0) == 0)
        atomic_add(sum, all);
}
