/* === writes_anywhere */
/*
 * exercise: kernel
 * device: opencl
 * Tries: to write where no buffer is; on a processor a kernel is machine code of the program.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    __global volatile double *anywhere =
        (__global volatile double *)(uintptr_t)(8 * get_local_id(0));
    *anywhere = input[0];
}
