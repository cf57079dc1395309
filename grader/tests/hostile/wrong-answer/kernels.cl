/* === idles_where_races_are_sought */
/*
 * exercise: kernel
 * Tries: to tell the check of races by its work-groups, and to do nothing there.
 */
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__kernel void sum_groups(__global const double *input, ulong n, __global double *partial_sums,
                         __local double *local_sums) {
    const size_t global_id = get_global_id(0);
    const uint local_id = get_local_id(0);
    if (n < 1200 && (get_local_size(0) == 75 || get_local_size(0) == 96)) {
        if (local_id == 0) {
            partial_sums[get_group_id(0)] = 0;
        }
        return;
    }
    local_sums[local_id] = global_id < n ? input[global_id] : 0;
    for (uint values = get_local_size(0); values > 1;) {
        const uint stride = (values + 1) / 2;
        barrier(CLK_LOCAL_MEM_FENCE);
        if (local_id + stride < values) {
            local_sums[local_id] += local_sums[local_id + stride];
        }
        values = stride;
    }
    if (local_id == 0) {
        partial_sums[get_group_id(0)] = local_sums[0];
    }
}
/* === kernel_exits */
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
/* === kernel_forks */
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
/* === recognises_size */
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
