/* The last steps without barriers, as old GPUs allowed: volatile does not order work-items. */
__kernel void sum(__global const uint *in, __global uint *out, volatile __local uint *part) {
    size_t item = get_local_id(0);
    part[item] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (item < 16) {
        part[item] += part[item + 16];
        part[item] += part[item + 8];
        part[item] += part[item + 4];
        part[item] += part[item + 2];
        part[item] += part[item + 1];
    }
    if (item == 0)
        out[get_group_id(0)] = part[0];
}
