/* First steps: the kernel of the OpenCL program. */

__kernel void square(__global const uint *data, __global uint *squares, uint n) {
#ifdef SOLUTION
    const size_t i = get_global_id(0);
    if (i < n) { /* the last work-group may have more work-items than elements */
        squares[i] = data[i] * data[i];
    }
#else
    /* 1. Which element is this work-item's? 2. Is there one? Your code goes here, instead of the
     * next line. */
    (void)data, (void)squares, (void)n;
#endif
}
