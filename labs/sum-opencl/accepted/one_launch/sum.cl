/* Sums on the device end in one atomic addition for each work-group: a single launch. */

/* Double precision is optional before OpenCL 1.2, and asked for by name. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable
#pragma OPENCL EXTENSION cl_khr_int64_base_atomics : enable

/* One partial sum for each work-group. */
/* Four values a step: fewer barriers, each work-item keeps its sum in a register. */
double sum_of_group(double mine, __local double *shared) {
    const uint t = get_local_id(0);
    uint values = get_local_size(0);
    shared[t] = mine;
    while (values > 1) {
        const uint quarter = (values + 3) / 4;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (t < quarter) {
            for (uint other = t + quarter; other < values; other += quarter) {
                mine += shared[other];
            }
            shared[t] = mine;
        }
        values = quarter;
    }
    return mine;
}

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    const double element = get_global_id(0) < n ? input[get_global_id(0)] : 0;
    const double sum = sum_of_group(element, local_sums);
    if (get_local_id(0) == 0) {
        partial_sums[get_group_id(0)] = sum;
    }
}

/* total += value, by comparing and exchanging bits. */
void add_atomically(volatile __global ulong *total, double value) {
    ulong found = as_ulong(0.0), guess;
    do {
        guess = found;
        found = atom_cmpxchg(total, guess, as_ulong(as_double(guess) + value));
    } while (found != guess);
}

__kernel void sum_all(__global const double *input, ulong n, __global ulong *total,
                      __local double *local_sums) {
    double mine = 0;
    for (ulong i = get_global_id(0); i < n; i += get_global_size(0)) {
        mine += input[i];
    }
    mine = sum_of_group(mine, local_sums);
    if (get_local_id(0) == 0) {
        add_atomically(total, mine);
    }
}

/* Given: one step of an iterative method. It needs the sum of all elements, so that no turn can
 * begin before the sum of the turn before is known. */
__kernel void advance(__global double *data, ulong n, double sum) {
    const ulong i = get_global_id(0);
    if (i < n) {
        data[i] = (double)(((ulong)data[i] + (ulong)sum + i) % 256);
    }
}

/* Smallest and largest of some elements, and where they are. */
struct extremes {
    double minimum, maximum;
    ulong minimum_at, maximum_at;
};

/* Of two pairs of a value and its place, is the second the better minimum (maximum)? Of equal
 * values, the first place counts. */
static bool is_lower(double value, ulong at, double other, ulong other_at) {
    return other < value || (other == value && other_at < at);
}

static bool is_higher(double value, ulong at, double other, ulong other_at) {
    return other > value || (other == value && other_at < at);
}

/* The extremes of each work-group's elements. An array for each member, one after the other in
 * local memory, keeps neighbours in banks of their own: 4 * get_local_size(0) * 8 bytes. */
__kernel void extremes_of_groups(__global const double *input, ulong n,
                                 __global struct extremes *partial, __local double *minima) {
    const uint local_id = get_local_id(0), size = get_local_size(0);
    const ulong i = get_global_id(0);
    __local double *maxima = minima + size;
    __local ulong *minima_at = (__local ulong *)(maxima + size), *maxima_at = minima_at + size;

    /* The neutral elements, for work-items that have none. */
    minima[local_id] = INFINITY;
    maxima[local_id] = -INFINITY;
    minima_at[local_id] = maxima_at[local_id] = n;
    if (i < n) {
        minima[local_id] = maxima[local_id] = input[i];
        minima_at[local_id] = maxima_at[local_id] = i;
    }

    for (uint values = size; values > 1;) {
        const uint stride = (values + 1) / 2, other = local_id + stride;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (other < values) {
            if (is_lower(minima[local_id], minima_at[local_id], minima[other], minima_at[other])) {
                minima[local_id] = minima[other];
                minima_at[local_id] = minima_at[other];
            }
            if (is_higher(maxima[local_id], maxima_at[local_id], maxima[other], maxima_at[other])) {
                maxima[local_id] = maxima[other];
                maxima_at[local_id] = maxima_at[other];
            }
        }
        values = stride;
    }

    if (local_id == 0) {
        __global struct extremes *mine = &partial[get_group_id(0)];
        mine->minimum = minima[0];
        mine->maximum = maxima[0];
        mine->minimum_at = minima_at[0];
        mine->maximum_at = maxima_at[0];
    }
}
