/* Sum with OpenCL: the kernels. What each must do is written in sum.h. */

/* Double precision is optional before OpenCL 1.2, and asked for by name. */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

/* One partial sum for each work-group. */
__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    /* Your code goes here, instead of the last line:
     * 1. each work-item puts its element into local_sums, or 0 when it has none;
     * 2. a loop over strides, with a barrier in each step that all work-items come to;
     * 3. work-item 0 writes the partial sum. */
    (void)input, (void)n, (void)partial_sums, (void)local_sums;
}

/* Given: one step of an iterative method. It needs the sum of all elements, so that no turn can
 * begin before the sum of the turn before is known. */
__kernel void advance(__global double *data, ulong n, double sum) {
    const ulong i = get_global_id(0);
    if (i < n) {
        data[i] = (double)(((ulong)data[i] + (ulong)sum + i) % 256);
    }
}

/* Your kernel for sum_find_extremes goes here; its name and its arguments are your choice. */
