/* Two steps of the tree, each of which adds up 16 values: two barriers. */
#define WIDTH 16

uint sum_of_256(__local uint *values) {
    const uint me = get_local_id(0);
    uint mine = 0;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (me < WIDTH) {
        for (uint i = me; i < WIDTH * WIDTH; i += WIDTH) {
            mine += values[i];
        }
        values[me] = mine;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    mine = 0;
    for (uint i = 0; me == 0 && i < WIDTH; i++) {
        mine += values[i];
    }
    return mine;
}

/* For any power of two: halves, and work-items that have nothing to do yet add zero. */
uint sum_of_group(uint value, __local uint *values) {
    const uint me = get_local_id(0);
    values[me] = value;
    barrier(CLK_LOCAL_MEM_FENCE);
    uint left = get_local_size(0);
    while (left > 1) {
        left /= 2;
        if (me >= left) {
            value = 0;
        } else {
            value += values[me + left];
            values[me] = value;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    return value;
}

uint element(__global const uint *src, uint n, uint at) {
    return at < n ? src[at] : 0;
}

void leave(uint share, __global uint *sum) {
    if (get_local_id(0) == 0) {
        atomic_add(sum, share);
    }
}

kernel void reduce_strided_index(global const uint *src, uint n, global uint *sum,
                                   local uint *partial) {
    const uint at = get_global_id(0), local_id = get_local_id(0);
    partial[local_id] = at < n ? src[at] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);

    for (uint distance = 1; distance < get_local_size(0); distance *= 2) {
        const uint place = 2 * distance * local_id;
        if (local_id < get_local_size(0) / (2 * distance)) {
            partial[place] += partial[place + distance];
        }
        barrier(CLK_LOCAL_MEM_FENCE); /* for all, also for those at rest */
    }
    if (local_id == 0) {
        atomic_add(sum, partial[0]);
    }
}

kernel void reduce_divergence_free(global const uint *src, uint n, global uint *sum,
                                   local uint *partial) {
    leave(sum_of_group(element(src, n, get_global_id(0)), partial), sum);
}

kernel void reduce_unrolled(global const uint *src, uint n, global uint *sum,
                            local uint *partial) {
    partial[get_local_id(0)] = element(src, n, get_global_id(0));
    leave(sum_of_256(partial), sum);
}

uint walk(global const uint *src, uint n, uint times, uint first, uint step) {
    uint value = 0;
    while (times-- > 0) {
        value += element(src, n, first);
        first += step;
    }
    return value;
}

kernel void reduce_global_stride(global const uint *src, uint n, uint times, global uint *sum,
                                 local uint *partial) {
    leave(sum_of_group(walk(src, n, times, get_global_id(0), get_global_size(0)), partial), sum);
}

kernel void reduce_local_stride(global const uint *src, uint n, uint times, global uint *sum,
                                local uint *partial) {
    const uint size = get_local_size(0);
    const uint first = get_group_id(0) * size * times + get_local_id(0);
    leave(sum_of_group(walk(src, n, times, first, size), partial), sum);
}

kernel void leave_partials(global const uint *src, uint n, uint times, global uint *sums,
                           local uint *partial) {
    const uint share =
        sum_of_group(walk(src, n, times, get_global_id(0), get_global_size(0)), partial);
    if (get_local_id(0) == 0) {
        sums[get_group_id(0)] = share;
    }
}

/* Its walk goes to the end, however many work-groups there are. */
kernel void all_together(global const uint *src, uint n, global uint *sum) {
    local uint partial[256];
    uint value = 0;
    for (uint at = get_global_id(0); at < n; at += get_global_size(0)) {
        value += src[at];
    }
    partial[get_local_id(0)] = value;
    leave(sum_of_256(partial), sum);
}
