/* Each work-group stays with its own part. */
__kernel void smooth(__global uint *data, __global uint *out) {
    size_t i = get_global_id(0), first = i - get_local_id(0);
    data[i] = (uint)i;
    barrier(CLK_GLOBAL_MEM_FENCE);
    out[i] = data[first + (get_local_id(0) + 1) % get_local_size(0)];
}
