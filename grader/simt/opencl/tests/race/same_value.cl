/* Several work-items write the same value: no race here, though the standard does not bless it. */
__kernel void found(__global const uint *in, __global uint *flag) {
    if (in[get_global_id(0)] > 3)
        flag[0] = 1;
}
