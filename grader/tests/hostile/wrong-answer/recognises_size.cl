/*
 * exercise: kernel
 * flavours: all
 * Tries: to know the sums by n: of the numbers i % 256 in any order.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    if (get_local_id(0) == 0) {
        partial_sums[get_group_id(0)] = n == 1024 ? 256 * 255 / 2 : 64 * 255 / 2;
    }
}
