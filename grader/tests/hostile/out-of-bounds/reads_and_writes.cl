/* === reads_behind */
/*
 * exercise: kernel
 * flavours: all
 * Tries: to find the expected results behind its arrays.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    partial_sums[get_group_id(0)] = partial_sums[get_group_id(0) + 100000];
}
