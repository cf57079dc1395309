/* Scale with OpenCL. What the kernel must do is written in scale.h. */
#include "scale.h"

__kernel void scale(__global const uint *data, __global uint *scaled, uint n, uint factor) {
    const size_t i = get_global_id(0);
    if (i < n) {
        scaled[i] = factor * data[i];
    }
}
