/* First steps: the kernel of the OpenCL program. */

__kernel void square(__global const uint *data, __global uint *squares, uint n) {
    /* 1. Which element is this work-item's? 2. Is there one? Your code goes here, instead of the
     * next line. */
    (void)data, (void)squares, (void)n;
}
