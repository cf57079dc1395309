/* Build options reach the compiler. */
__kernel void options(__global int *out) {
    out[0] = WIDTH;
    out[1] = sizeof(1.0 * 2) == 4;
#ifdef __FAST_RELAXED_MATH__
    out[2] = 1;
#endif
    out[3] = __OPENCL_VERSION__;
}

/* sim
#options -D WIDTH=16 -cl-single-precision-constant -cl-fast-relaxed-math -cl-mad-enable
options
1 1 1
1 1 1
<size=16 int fill=0 dump>
prints
out[0] = 16 1 1 300
verdict pass */
