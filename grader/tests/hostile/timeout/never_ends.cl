/* === endless_kernel */
/*
 * exercise: kernel
 * Tries: to keep the device busy for ever, with a barrier in each turn.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    for (;;) {
        local_sums[get_local_id(0)] += input[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
/* === endless_on_processor */
/*
 * exercise: kernel
 * device: opencl
 * seconds: 4
 * Tries: to keep the processor busy for ever, from a kernel.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    for (;;) {
        local_sums[get_local_id(0)] += input[0];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
}
