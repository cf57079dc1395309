/* N is no multiple of the work-group: the last work-items read beyond the end. */
__kernel void copy(__global const uint *in, __global uint *out, uint n) {
    size_t i = get_global_id(0);
        out[i] = in[i];
}
