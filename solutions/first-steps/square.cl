/* First steps: the kernel of the OpenCL program. */

__kernel void square(__global const uint *data, __global uint *squares, uint n) {
    const size_t i = get_global_id(0);
    if (i < n) { /* the last work-group may have more work-items than elements */
        squares[i] = data[i] * data[i];
    }
}
