/* Strides are powers of two, whatever the work-group is; a second kernel, of one work-group,
 * finishes. Extremes travel as structs. */
uint power_below(uint n) {
    uint power = 1;
    while (2 * power < n) {
        power *= 2;
    }
    return power;
}

void reduce(__local double *s) {
    uint tid = get_local_id(0), size = get_local_size(0);
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = power_below(size); stride > 0; stride >>= 1) {
        if (tid < stride && tid + stride < size)
            s[tid] += s[tid + stride];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}

__kernel void sum_groups(__global const double *in, ulong n, __global double *out,
                         __local double *s) {
    s[get_local_id(0)] = 0.0;
    if (get_global_id(0) < n)
        s[get_local_id(0)] = in[get_global_id(0)];
    reduce(s);
    if (get_local_id(0) == 0)
        out[get_group_id(0)] = s[0];
}

__kernel void finish(__global const double *in, ulong n, __global double *out, __local double *s) {
    double mine = 0.0;
    for (ulong i = get_local_id(0); i < n; i += get_local_size(0))
        mine += in[i];
    s[get_local_id(0)] = mine;
    reduce(s);
    if (get_local_id(0) == 0)
        *out = s[0];
}

__kernel void advance(__global double *data, ulong n, double sum) {
    const ulong i = get_global_id(0);
    if (i < n) {
        data[i] = (double)(((ulong)data[i] + (ulong)sum + i) % 256);
    }
}

typedef struct {
    double value[2];
    ulong at[2];
} pair;

pair better(pair a, pair b) {
    if (b.value[0] < a.value[0] || (b.value[0] == a.value[0] && b.at[0] < a.at[0])) {
        a.value[0] = b.value[0];
        a.at[0] = b.at[0];
    }
    if (b.value[1] > a.value[1] || (b.value[1] == a.value[1] && b.at[1] < a.at[1])) {
        a.value[1] = b.value[1];
        a.at[1] = b.at[1];
    }
    return a;
}

/* One work-group does it all. */
__kernel void find(__global const double *in, ulong n, __global pair *out, __local pair *s) {
    uint tid = get_local_id(0), size = get_local_size(0);
    pair mine = {{INFINITY, -INFINITY}, {n, n}};
    for (ulong i = tid; i < n; i += size) {
        pair other = {{in[i], in[i]}, {i, i}};
        mine = better(mine, other);
    }
    s[tid] = mine;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (uint stride = power_below(size); stride > 0; stride >>= 1) {
        if (tid < stride && tid + stride < size)
            s[tid] = better(s[tid], s[tid + stride]);
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (tid == 0)
        *out = s[0];
}
