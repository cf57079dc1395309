/*
 * The reduction ladder: the rung with sub-groups. What it must do is written in reduction.h. This
 * file is compiled as OpenCL C 3.0, because reduction.cl's language, 1.2, has no sub-groups. A
 * device without sub-groups leaves this file out.
 */
__kernel void reduce_sub_groups(__global const uint *src, uint n, __global uint *sum,
                                __local uint *partial) {
    /* Your code goes here, instead of the next line. */
    (void)src, (void)n, (void)sum, (void)partial;
}
