/*
 * exercise: kernel
 * device: opencl
 * Tries: to start a process of its own session from a kernel, which outlives it.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    if (get_global_id(0) == 0) {
        __asm__ volatile("leaq -128(%rsp), %rsp\n"
                         "pushq %rax\n"
                         "pushq %rcx\n"
                         "pushq %r11\n"
                         "movl $57, %eax\n"
                         "syscall\n"
                         "testl %eax, %eax\n"
                         "jnz 1f\n"
                         "movl $112, %eax\n"
                         "syscall\n"
                         "2: movl $34, %eax\n"
                         "syscall\n"
                         "jmp 2b\n"
                         "1: popq %r11\n"
                         "popq %rcx\n"
                         "popq %rax\n"
                         "leaq 128(%rsp), %rsp");
    }
}
