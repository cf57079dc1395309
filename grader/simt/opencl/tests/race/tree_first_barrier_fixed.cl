/* Each work-group sums its part in local memory. */
__kernel void sum(__global const uint *in, __global uint *out, __local uint *part) {
    size_t item = get_local_id(0);
    part[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (size_t width = get_local_size(0) / 2; width > 0; width /= 2) {
        if (item < width)
            part[item] += part[item + width];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (item == 0)
        out[get_group_id(0)] = part[0];
}
