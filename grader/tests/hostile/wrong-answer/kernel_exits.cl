/*
 * exercise: kernel
 * device: opencl
 * Tries: to end the process from a kernel, which is machine code of the program on a processor. The machine
 * compiles no such code.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    partial_sums[get_group_id(0)] = 0;
    __asm__ volatile("movl $231, %eax\n"
                     "xorl %edi, %edi\n"
                     "syscall");
}
