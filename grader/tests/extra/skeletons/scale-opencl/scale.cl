/* Scale with OpenCL. What the kernel must do is written in scale.h. */
#include "scale.h"

__kernel void scale(__global const uint *data, __global uint *scaled, uint n, uint factor) {
    /* Your code goes here, instead of the next line. */
    (void)data, (void)scaled, (void)n, (void)factor;
}
