/* An array of the kernel's own in local memory, hard-coded for 16 work-items. */
__kernel void tile(__global const uint *in, __global uint *out) {
    __local uint part[16];
    part[get_local_id(0)] = in[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    out[get_global_id(0)] = part[get_local_size(0) - 1 - get_local_id(0)];
}
