/* Sum with OpenCL: the kernels. What each must do is written in sum.h. */

/* Double precision is optional before OpenCL 1.2, and asked for by name. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* One partial sum for each work-group. */
__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
#ifdef SOLUTION
    const size_t global_id = get_global_id(0);
    const uint local_id = get_local_id(0);

    /* Work-items without an element bring 0, and stay: all must come to every barrier. */
    local_sums[local_id] = global_id < n ? input[global_id] : 0;

    for (uint values = get_local_size(0); values > 1;) {
        /* Rounded up: when the number of values is odd, the last of the first half waits. */
        const uint stride = (values + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (local_id + stride < values) {
            local_sums[local_id] += local_sums[local_id + stride];
        }
        values = stride;
    }

    /* Work-item 0 reads what it has written itself: no barrier. */
    if (local_id == 0) {
        partial_sums[get_group_id(0)] = local_sums[0];
    }
#else
    /* Your code goes here, instead of the last line:
     * 1. each work-item puts its element into local_sums, or 0 when it has none;
     * 2. a loop over strides, with a barrier in each step that all work-items come to;
     * 3. work-item 0 writes the partial sum. */
    (void)input, (void)n, (void)partial_sums, (void)local_sums;
#endif
}

/* Given: one step of an iterative method. It needs the sum of all elements, so that no turn can
 * begin before the sum of the turn before is known. */
__kernel void advance(__global double *data, ulong n, double sum) {
    const ulong i = get_global_id(0);
    if (i < n) {
        data[i] = (double)(((ulong)data[i] + (ulong)sum + i) % 256);
    }
}
#ifdef SOLUTION

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
#else

/* Your kernel for sum_find_extremes goes here; its name and its arguments are your choice. */
#endif
