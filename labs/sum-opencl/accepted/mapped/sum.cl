/* The upper half of the work-items brings its elements, the lower half adds them up at once. */

/* Double precision is optional before OpenCL 1.2, and asked for by name. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* One partial sum for each work-group. */
__kernel __attribute__((vec_type_hint(double))) void
sum_groups(const __global double *restrict input, const ulong n, __global double *restrict out,
           __local double *restrict shared) {
    const int t = (int)get_local_id(0);
    int left = (int)get_local_size(0);
    const size_t i = get_group_id(0) * get_local_size(0) + t;
    shared[t] = select(0.0, input[min((ulong)i, n > 0 ? n - 1 : 0)], (long)-(n > i));
    barrier(CLK_LOCAL_MEM_FENCE);
    while (left > 1) {
        int low = left - left / 2;
        double other = t < left / 2 ? shared[low + t] : 0.0;
        if (t < left / 2) {
            shared[t] += other;
        }
        left = low;
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (t == 0) {
        out[get_group_id(0)] = *shared;
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
