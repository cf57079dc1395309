/*
 * The reduction ladder: the kernels. What each must do is written in reduction.h; the bottom rung
 * is kernels/reduction_naive.cl.
 *
 * Why barriers stay. Old texts leave them out as soon as no more than 32 work-items are at work
 * ("the warp runs in lockstep") and write `volatile` instead. OpenCL never promised that. Compilers
 * count on what is promised, GPUs since 2017 let the work-items of a warp run apart, and on a CPU
 * there is no warp at all: such a kernel then reads a neighbour's value before it is written. The
 * way to few barriers that holds everywhere is another one: let each step of the tree add up more
 * than two values.
 */
__kernel void reduce_strided_index(__global const uint *src, uint n, __global uint *sum,
                                   __local uint *partial) {
    /* Your code goes here, instead of the next line. Begin with kernels/reduction_naive.cl. */
    (void)src, (void)n, (void)sum, (void)partial;
}

__kernel void reduce_divergence_free(__global const uint *src, uint n, __global uint *sum,
                                     __local uint *partial) {
    /* Your code goes here, instead of the next line. Begin with kernels/reduction_naive.cl. */
    (void)src, (void)n, (void)sum, (void)partial;
}

__kernel void reduce_unrolled(__global const uint *src, uint n, __global uint *sum,
                              __local uint *partial) {
    /* Your code goes here, instead of the next line. A work-group has 256 work-items. */
    (void)src, (void)n, (void)sum, (void)partial;
}

__kernel void reduce_global_stride(__global const uint *src, uint n, uint times, __global uint *sum,
                                   __local uint *partial) {
    /* Your code goes here, instead of the next line: first the walk, then the tree. */
    (void)src, (void)n, (void)times, (void)sum, (void)partial;
}

__kernel void reduce_local_stride(__global const uint *src, uint n, uint times, __global uint *sum,
                                  __local uint *partial) {
    /* Your code goes here, instead of the next line. */
    (void)src, (void)n, (void)times, (void)sum, (void)partial;
}

/* Kernels of your own for the host functions go here. */
