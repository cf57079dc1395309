/* Build options reach the compiler. */
__kernel void options(__global int *out) {
    out[0] = WIDTH;
    out[1] = sizeof(1.0 * 2) == 4;
#ifdef __FAST_RELAXED_MATH__
    out[2] = 1;
#endif
    out[3] = __OPENCL_VERSION__;
}
