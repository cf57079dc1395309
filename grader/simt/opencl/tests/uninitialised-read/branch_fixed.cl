/* An uninitialised value decides a branch. */
__kernel void choose(__global const uint *flags, __global uint *out) {
    if (flags[get_global_id(0)] > 5)
        out[get_global_id(0)] = 1;
}
